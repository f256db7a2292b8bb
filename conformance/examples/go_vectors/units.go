// Package tribununits is a tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings.
package tribununits

import "errors"

var heights = []int{0, 1, 2, 3, 4, 6, 8}

// ErrRefused is what cannot be read.
var ErrRefused = errors.New("cannot be read")

// Unit has a primary height, the height of its slave (0: none), a colour, and whether it is the tribun.
type Unit struct {
	P      int    `json:"p"`
	S      int    `json:"s"`
	Color  string `json:"color"`
	Tribun bool   `json:"tribun"`
}

// Tile gives the coordinates of a tile.
func Tile(cid int) (x, y int, err error) {
	apart := cid/11 - cid%11
	if cid < 0 || cid >= 121 || apart < -5 || apart > 5 {
		return 0, 0, ErrRefused
	}
	return cid/11 - 5, cid%11 - 5, nil
}

// ReadByte gives the unit that a byte stores; nil for an empty tile.
func ReadByte(stored int) (*Unit, error) {
	if stored == 0 {
		return nil, nil
	}
	if stored < 0 || stored > 255 || stored&7 == 0 || stored&7 == 7 || stored>>3&7 == 7 {
		return nil, ErrRefused
	}
	unit := Unit{heights[stored&7], heights[stored>>3&7], "black", stored >= 128}
	if stored>>6&1 == 1 {
		unit.Color = "white"
	}
	if unit.S > 0 && (unit.Tribun || !holdsSlave(unit.P, unit.S)) {
		return nil, ErrRefused
	}
	return &unit, nil
}

func holdsSlave(p, s int) bool { return p <= 4 && 2*p >= s }

func rounded(height int) int {
	found := 0
	for _, valid := range heights {
		if valid <= height {
			found = valid
		}
	}
	return found
}

// Normalized rounds down, enforces the slave property, and liberates.
func Normalized(unit Unit) *Unit {
	unit.P = rounded(unit.P)
	if unit.S > 0 && !holdsSlave(unit.P, unit.S) {
		unit.P = 0
	}
	if unit.P == 0 && unit.S > 0 {
		other := map[string]string{"black": "white", "white": "black"}
		unit = Unit{rounded(unit.S), 0, other[unit.Color], false}
	}
	if unit.P == 0 {
		return nil
	}
	return &unit
}
