package main

// Tribun as it travels: tiles, units, action words and positions, strictly read and written back.

import (
	"encoding/base64"
	"strings"
)

// Color is "black" or "white".
type Color string

const (
	Black  Color = "black"
	White  Color = "white"
	places       = 121
)

var heights = []int64{0, 1, 2, 3, 4, 6, 8}

// Unit has a primary height, the height of its slave (0: none), a colour, and whether it is the tribun.
type Unit struct {
	P, S   int64
	Color  Color
	Tribun bool
}

// Action is an action word, taken apart.
type Action struct {
	Opcode string
	Fields map[string]int64
}

// Position has the unit on a tile, or nil, in Board[cid].
type Position struct {
	Board                    [places]*Unit
	Turn                     Color
	DrawOfferBy, DrawBlocked *Color
	Ended                    bool
	Winner                   *Color
}

// Rules are those that a request is asked under.
type Rules struct {
	Edition  string
	Readings Object
}

func rulesOf(params Object) Rules {
	edition, _ := params["edition"].(string)
	readings, _ := params["readings"].(Object)
	return Rules{edition, readings}
}

// ---- tiles

func isTile(cid int64) bool {
	apart := cid/11 - cid%11
	return 0 <= cid && cid < places && -5 <= apart && apart <= 5
}

// readCid gives the coordinates of a tile.
func readCid(value any) (x, y int64) {
	cid := asWhole(value, 0, places-1)
	require(isTile(cid))
	return cid/11 - 5, cid%11 - 5
}

// ---- units

// readByte gives the unit that a byte stores; nil for an empty tile.
func readByte(byte_ int64, rules Rules) *Unit {
	require(byte_&7 != 7 && byte_>>3&7 != 7)
	if byte_ == 0 {
		return nil
	}
	unit := Unit{heights[byte_&7], heights[byte_>>3&7], Black, byte_ >= 128}
	if byte_>>6&1 == 1 {
		unit.Color = White
	}
	require(mayBeStored(unit, rules))
	return &unit
}

func mayBeStored(unit Unit, rules Rules) bool {
	if unit.P == 0 || unit.S == 0 {
		return unit.P > 0
	}
	if unit.Tribun && rules.Readings["tribun-enslave"] != "yes" {
		return false
	}
	return unit.P <= 4 && 2*unit.P >= unit.S
}

func index(height int64) int64 {
	for place, known := range heights {
		if known == height {
			return int64(place)
		}
	}
	panic(unreadable())
}

func writeByte(unit *Unit) int64 {
	if unit == nil {
		return 0
	}
	written := index(unit.P) | index(unit.S)<<3
	if unit.Color == White {
		written |= 1 << 6
	}
	if unit.Tribun {
		written |= 1 << 7
	}
	return written
}

// readUnit reads a unit as one that may be stored; no heights and no flag are an empty tile in either colour.
func readUnit(value any, rules Rules) *Unit {
	if value == nil {
		return nil
	}
	given := fields(value, []string{"p", "s", "color", "tribun"}, nil)
	unit := Unit{asWhole(given["p"], 0, 8), asWhole(given["s"], 0, 8), readColor(given["color"]), asFlag(given["tribun"])}
	index(unit.P)
	index(unit.S)
	if unit.P == 0 && unit.S == 0 && !unit.Tribun {
		return nil
	}
	require(mayBeStored(unit, rules))
	return &unit
}

func readColor(value any) Color {
	require(value == "black" || value == "white")
	return Color(value.(string))
}

func showUnit(unit *Unit) any {
	if unit == nil {
		return nil
	}
	return Object{"p": unit.P, "s": unit.S, "color": unit.Color, "tribun": unit.Tribun}
}

// ---- action words: a field's place follows from the fields before it, the first one at bit 0

type field struct {
	name string
	bits int64
}

type layout struct {
	name   string
	fields []field
}

func layouts(rules Rules) []layout {
	reason := int64(2)
	if rules.Edition == "2026-01" {
		reason = 3
	}
	return []layout{
		{"MOVE", []field{{"fromCid", 7}, {"toCid", 7}, {"part", 1}}},
		{"KILL", []field{{"attackerCid", 7}, {"targetCid", 7}, {"part", 1}}},
		{"LIBERATE", []field{{"targetCid", 7}}},
		{"DAMAGE", []field{{"targetCid", 7}, {"effDmgMinus1", 3}}},
		{"ENSLAVE", []field{{"attackerCid", 7}, {"targetCid", 7}}},
		{"COMBINE", []field{{"centerCid", 7}, {"dirA", 3}, {"dirB", 3}, {"donAminus1", 3}, {"donBminus1", 3}}},
		{"SYM_COMBINE", []field{{"centerCid", 7}, {"config", 2}, {"donMinus1", 2}}},
		{"SPLIT", []field{{"actorCid", 7}, {"h0", 3}, {"h1", 3}, {"h2", 3}, {"h3", 3}, {"h4", 3}, {"h5", 3}}},
		{"BACKSTABB", []field{{"actorCid", 7}, {"dir", 3}}},
		{"ATTACK_TRIBUN", []field{{"attackerCid", 7}, {"tribunCid", 7}, {"winnerColor", 1}}},
		{"DRAW", []field{{"drawAction", 2}, {"actorColor", 1}}},
		{"END", []field{{"endReason", reason}, {"loserColor", 1}}},
	}
}

func isReserved(name string, value int64, rules Rules) bool {
	switch name {
	case "dir", "dirA", "dirB":
		return value > 5
	case "config":
		return value == 3
	case "endReason":
		return value > 3
	case "drawAction":
		return value == 3 && rules.Edition == "2026-01"
	}
	return strings.HasSuffix(name, "Cid") && !isTile(value)
}

// readWord gives opcode and fields of a word.
func readWord(value any, rules Rules) Action {
	word := asWhole(value, 0, 1<<32-1)
	known := layouts(rules)
	require(word>>28 < int64(len(known)))
	of := known[word>>28]
	action, rest := Action{of.name, map[string]int64{}}, word&0x0FFFFFFF
	for _, one := range of.fields {
		action.Fields[one.name] = rest & (1<<one.bits - 1)
		rest >>= one.bits
		require(!isReserved(one.name, action.Fields[one.name], rules))
	}
	require(rest == 0)
	return action
}

// writeWord gives the word of an opcode and its fields; what could not be read back is not written.
func writeWord(opcode any, values any, rules Rules) int64 {
	for number, of := range layouts(rules) {
		if of.name != opcode {
			continue
		}
		names := []string{}
		for _, one := range of.fields {
			names = append(names, one.name)
		}
		given := fields(values, names, nil)
		word, place := int64(number)<<28, int64(0)
		for _, one := range of.fields {
			value := asWhole(given[one.name], 0, 1<<one.bits-1)
			require(!isReserved(one.name, value, rules))
			word |= value << place
			place += one.bits
		}
		return word
	}
	panic(unreadable())
}

// ---- positions

// readPosition reads a position under the rules of a request.
func readPosition(value any, rules Rules) Position {
	given := fields(value, []string{"board", "turn", "drawOfferBy", "drawBlocked", "status", "winner"}, nil)
	position := Position{
		Turn:        readColor(given["turn"]),
		DrawOfferBy: orNil(given["drawOfferBy"], readColor),
		DrawBlocked: orNil(given["drawBlocked"], readColor),
		Ended:       given["status"] == "ended",
		Winner:      orNil(given["winner"], readColor),
	}
	require(position.Ended || given["status"] == "active")
	require(position.DrawBlocked == nil || rules.Edition != "2026-01" && position.DrawOfferBy == nil)
	require(position.Ended || position.Winner == nil)
	letters := asText(given["board"], least, most)
	bytes, err := base64.StdEncoding.Strict().DecodeString(letters)
	require(err == nil && len(bytes) == places && base64.StdEncoding.EncodeToString(bytes) == letters)
	tribuns := map[Color]int{}
	for cid, byte_ := range bytes {
		require(byte_ == 0 || isTile(int64(cid)))
		position.Board[cid] = readByte(int64(byte_), rules)
		if unit := position.Board[cid]; unit != nil && unit.Tribun {
			tribuns[unit.Color]++
		}
	}
	require(tribuns[Black] == 1 && tribuns[White] == 1)
	return position
}

// showPosition gives a position as it travels.
func showPosition(position Position) Object {
	bytes := make([]byte, places)
	for cid, unit := range position.Board {
		bytes[cid] = byte(writeByte(unit))
	}
	status := "active"
	if position.Ended {
		status = "ended"
	}
	return Object{
		"board":       base64.StdEncoding.EncodeToString(bytes),
		"turn":        position.Turn,
		"drawOfferBy": position.DrawOfferBy,
		"drawBlocked": position.DrawBlocked,
		"status":      status,
		"winner":      position.Winner,
	}
}
