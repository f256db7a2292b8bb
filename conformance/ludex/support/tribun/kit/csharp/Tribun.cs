using System;
using System.Collections.Generic;
using System.Linq;
using static Shapes;

/// <summary>Tribun as it travels: tiles, units, action words and positions, strictly read and written back.</summary>
public static class Tribun {
    public static readonly long[] Heights = { 0, 1, 2, 3, 4, 6, 8 };
    public const int Places = 121;

    /// <summary>Primary height, height of the slave (0: none), colour ("black" or "white"), and whether it is the tribun.</summary>
    public sealed class Unit {
        public long P, S;
        public string Color;
        public bool IsTribun;
    }

    /// <summary>An action word, taken apart.</summary>
    public sealed class Action {
        public string Opcode;
        public Dictionary<string, object> Fields;
    }

    /// <summary>Board[cid] is the unit on a tile, or null.</summary>
    public sealed class Position {
        public Unit[] Board;
        public string Turn, DrawOfferBy, DrawBlocked, Winner;
        public bool Ended;
    }

    /// <summary>Under which rules a request is asked.</summary>
    public sealed class Rules {
        public readonly string Edition;
        public readonly object Readings;

        public Rules(Dictionary<string, object> given) {
            Edition = Json.Field(given, "edition") as string;
            Readings = Json.Field(given, "readings");
        }

        public bool Is202601 {
            get { return Edition == "2026-01"; }
        }
    }

    // ---- tiles

    public static bool IsTile(long cid) {
        return cid >= 0 && cid < Places && Math.Abs(cid / 11 - cid % 11) <= 5;
    }

    /// <summary>The coordinates of a tile.</summary>
    public static object ReadCid(object value) {
        long cid = Whole(value);
        Require(IsTile(cid));
        return Json.Object("x", cid / 11 - 5, "y", cid % 11 - 5);
    }

    // ---- units

    private static bool MayBeStored(Unit unit, Rules rules) {
        if (unit.P == 0 || unit.S == 0) return unit.P > 0;
        if (unit.IsTribun && !Equals(Json.Field(rules.Readings, "tribun-enslave"), "yes")) return false;
        return unit.P <= 4 && 2 * unit.P >= unit.S;
    }

    /// <summary>The unit that a byte stores; null for an empty tile.</summary>
    public static Unit ReadByte(long stored, Rules rules) {
        Require(stored >= 0 && stored < 256 && (stored & 7) != 7 && (stored >> 3 & 7) != 7);
        if (stored == 0) return null;
        var unit = new Unit {
            P = Heights[stored & 7], S = Heights[stored >> 3 & 7],
            Color = (stored >> 6 & 1) == 1 ? "white" : "black", IsTribun = stored >= 128,
        };
        Require(MayBeStored(unit, rules));
        return unit;
    }

    private static long IndexOf(long height) {
        int place = Array.IndexOf(Heights, height);
        Require(place >= 0);
        return place;
    }

    public static long WriteByte(Unit unit) {
        if (unit == null) return 0;
        return IndexOf(unit.P) | IndexOf(unit.S) << 3 | (unit.Color == "white" ? 64L : 0) | (unit.IsTribun ? 128L : 0);
    }

    private static string ReadColor(object value) {
        Require(Equals(value, "black") || Equals(value, "white"));
        return (string) value;
    }

    private static string ColorOrNull(object value) {
        return value == null ? null : ReadColor(value);
    }

    /// <summary>A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour.</summary>
    public static Unit ReadUnit(object value, Rules rules) {
        if (value == null) return null;
        var given = Fields(value, new[] { "p", "s", "color", "tribun" }, new string[0]);
        var unit = new Unit { P = Whole(given["p"]), S = Whole(given["s"]), Color = ReadColor(given["color"]), IsTribun = Flag(given["tribun"]) };
        IndexOf(unit.P);
        IndexOf(unit.S);
        if (unit.P == 0 && unit.S == 0 && !unit.IsTribun) return null;
        Require(MayBeStored(unit, rules));
        return unit;
    }

    public static object ShowUnit(Unit unit) {
        return unit == null ? null : Json.Object("p", unit.P, "s", unit.S, "color", unit.Color, "tribun", unit.IsTribun);
    }

    // ---- action words: a field's place follows from the fields before it, the first one at bit 0

    /// <summary>For each opcode its name, and its fields, each with its number of bits.</summary>
    private static string[] Layouts(Rules rules) {
        return new[] {
            "MOVE fromCid:7 toCid:7 part:1",
            "KILL attackerCid:7 targetCid:7 part:1",
            "LIBERATE targetCid:7",
            "DAMAGE targetCid:7 effDmgMinus1:3",
            "ENSLAVE attackerCid:7 targetCid:7",
            "COMBINE centerCid:7 dirA:3 dirB:3 donAminus1:3 donBminus1:3",
            "SYM_COMBINE centerCid:7 config:2 donMinus1:2",
            "SPLIT actorCid:7 h0:3 h1:3 h2:3 h3:3 h4:3 h5:3",
            "BACKSTABB actorCid:7 dir:3",
            "ATTACK_TRIBUN attackerCid:7 tribunCid:7 winnerColor:1",
            "DRAW drawAction:2 actorColor:1",
            "END endReason:" + (rules.Is202601 ? 3 : 2) + " loserColor:1",
        };
    }

    private static List<KeyValuePair<string, int>> FieldsOf(string layout) {
        return layout.Split(' ').Skip(1).Select(one => one.Split(':'))
            .Select(one => new KeyValuePair<string, int>(one[0], int.Parse(one[1]))).ToList();
    }

    private static bool IsReserved(string field, long value, Rules rules) {
        switch (field) {
            case "dir": case "dirA": case "dirB": return value > 5;
            case "config": return value == 3;
            case "endReason": return value > 3;
            case "drawAction": return value == 3 && rules.Is202601;
            default: return field.EndsWith("Cid", StringComparison.Ordinal) && !IsTile(value);
        }
    }

    /// <summary>Opcode and fields of a word.</summary>
    public static Action ReadWord(object value, Rules rules) {
        long word = Whole(value, 0, 0xFFFFFFFFL), rest = word & 0x0FFFFFFF;
        string[] known = Layouts(rules);
        Require(word >> 28 < known.Length);
        string layout = known[word >> 28];
        var action = new Action { Opcode = layout.Split(' ')[0], Fields = new Dictionary<string, object>() };
        foreach (var field in FieldsOf(layout)) {
            long read = rest & ((1L << field.Value) - 1);
            Require(!IsReserved(field.Key, read, rules));
            action.Fields[field.Key] = read;
            rest >>= field.Value;
        }
        Require(rest == 0);
        return action;
    }

    public static object ShowAction(Action action) {
        return Json.Object("opcode", action.Opcode, "fields", action.Fields);
    }

    /// <summary>The word of an opcode and its fields; what could not be read back is not written.</summary>
    public static long WriteWord(object opcode, object values, Rules rules) {
        string[] known = Layouts(rules);
        int number = Array.FindIndex(known, layout => Equals(layout.Split(' ')[0], opcode));
        Require(number >= 0);
        var sizes = FieldsOf(known[number]);
        var given = Fields(values, sizes.Select(one => one.Key).ToArray(), new string[0]);
        long word = (long) number << 28;
        int place = 0;
        foreach (var field in sizes) {
            long value = Whole(given[field.Key], 0, (1L << field.Value) - 1);
            Require(!IsReserved(field.Key, value, rules));
            word |= value << place;
            place += field.Value;
        }
        return word;
    }

    // ---- positions

    /// <summary>A position from JSON, under the rules of a request.</summary>
    public static Position ReadPosition(object value, Rules rules) {
        var given = Fields(value, new[] { "board", "turn", "drawOfferBy", "drawBlocked", "status", "winner" }, new string[0]);
        Require(Equals(given["status"], "active") || Equals(given["status"], "ended"));
        var position = new Position {
            Turn = ReadColor(given["turn"]), DrawOfferBy = ColorOrNull(given["drawOfferBy"]),
            DrawBlocked = ColorOrNull(given["drawBlocked"]), Winner = ColorOrNull(given["winner"]),
            Ended = Equals(given["status"], "ended"),
        };
        Require(position.DrawBlocked == null || (!rules.Is202601 && position.DrawOfferBy == null));
        Require(position.Ended || position.Winner == null);
        byte[] bytes = FromBase64(Text(given["board"]));
        Require(bytes.Length == Places && !bytes.Where((stored, cid) => stored != 0 && !IsTile(cid)).Any());
        position.Board = bytes.Select(stored => ReadByte(stored, rules)).ToArray();
        var tribuns = position.Board.Where(unit => unit != null && unit.IsTribun).Select(unit => unit.Color).OrderBy(one => one, StringComparer.Ordinal);
        Require(tribuns.SequenceEqual(new[] { "black", "white" }));
        return position;
    }

    /// <summary>The bytes of strict base64: padded, and one way to write each list.</summary>
    private static byte[] FromBase64(string text) {
        try {
            byte[] bytes = Convert.FromBase64String(text);
            Require(Convert.ToBase64String(bytes) == text);
            return bytes;
        } catch (FormatException) {
            throw Refused.Unreadable();
        }
    }

    /// <summary>A position as JSON.</summary>
    public static object ShowPosition(Position position) {
        byte[] bytes = position.Board.Select(unit => (byte) WriteByte(unit)).ToArray();
        return Json.Object(
            "board", Convert.ToBase64String(bytes), "turn", position.Turn, "drawOfferBy", position.DrawOfferBy,
            "drawBlocked", position.DrawBlocked, "status", position.Ended ? "ended" : "active", "winner", position.Winner);
    }
}
