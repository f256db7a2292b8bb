using System;
using System.Linq;

/// <summary>What cannot be read.</summary>
public sealed class Refused : Exception {}

/// <summary>Primary height, height of the slave (0: none), colour, and whether it is the tribun.</summary>
public sealed class Unit {
    public readonly int P, S;
    public readonly string Color;
    public readonly bool Tribun;

    public Unit(int p, int s, string color, bool tribun) {
        P = p;
        S = s;
        Color = color;
        Tribun = tribun;
    }
}

/// <summary>A tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings.</summary>
public static class TribunUnits {
    private static readonly int[] Heights = {0, 1, 2, 3, 4, 6, 8};

    /// <summary>The coordinates of a tile, x and y.</summary>
    public static int[] Tile(int cid) {
        if (cid < 0 || cid >= 121 || Math.Abs(cid / 11 - cid % 11) > 5) throw new Refused();
        return new[] {cid / 11 - 5, cid % 11 - 5};
    }

    /// <summary>The unit that a byte stores; null for an empty tile.</summary>
    public static Unit Stored(int stored) {
        if (stored == 0) return null;
        if (stored < 0 || stored > 255 || (stored & 7) % 7 == 0 || (stored >> 3 & 7) == 7) throw new Refused();
        var unit = new Unit(Heights[stored & 7], Heights[stored >> 3 & 7], (stored >> 6 & 1) == 0 ? "black" : "white", stored >= 128);
        if (unit.S > 0 && (unit.Tribun || !HoldsSlave(unit.P, unit.S))) throw new Refused();
        return unit;
    }

    private static bool HoldsSlave(int p, int s) {
        return p <= 4 && 2 * p >= s;
    }

    private static int Rounded(int height) {
        return Heights.Where(valid => valid <= Math.Max(height, 0)).Max();
    }

    /// <summary>Round down, enforce the slave property, liberate; null where nothing is left.</summary>
    public static Unit Normalized(Unit given) {
        int p = Rounded(given.P);
        if (given.S > 0 && !HoldsSlave(p, given.S)) p = 0;
        if (p == 0 && given.S > 0) return new Unit(Rounded(given.S), 0, given.Color == "black" ? "white" : "black", false);
        return p > 0 ? new Unit(p, given.S, given.Color, given.Tribun) : null;
    }
}
