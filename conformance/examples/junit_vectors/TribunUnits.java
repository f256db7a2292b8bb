import java.util.List;
import java.util.Optional;

/** A tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings. */
final class TribunUnits {
    private static final List<Integer> HEIGHTS = List.of(0, 1, 2, 3, 4, 6, 8);

    /** What cannot be read. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Primary height, height of the slave (0: none), colour, and whether it is the tribun. */
    record Unit(int p, int s, String color, boolean tribun) {}

    record Tile(int x, int y) {}

    private TribunUnits() {}

    /** The coordinates of a tile. */
    static Tile tile(int cid) throws Refused {
        if (cid < 0 || cid >= 121 || Math.abs(cid / 11 - cid % 11) > 5) {
            throw new Refused();
        }
        return new Tile(cid / 11 - 5, cid % 11 - 5);
    }

    /** The unit that a byte stores; none for an empty tile. */
    static Optional<Unit> unit(int stored) throws Refused {
        if (stored == 0) {
            return Optional.empty();
        }
        if (stored < 0 || stored > 255 || (stored & 7) % 7 == 0 || (stored >> 3 & 7) == 7) {
            throw new Refused();
        }
        var unit = new Unit(HEIGHTS.get(stored & 7), HEIGHTS.get(stored >> 3 & 7),
                (stored >> 6 & 1) == 0 ? "black" : "white", stored >= 128);
        if (unit.s > 0 && (unit.tribun || !holdsSlave(unit.p, unit.s))) {
            throw new Refused();
        }
        return Optional.of(unit);
    }

    private static boolean holdsSlave(int p, int s) {
        return p <= 4 && 2 * p >= s;
    }

    private static int rounded(int height) {
        return HEIGHTS.stream().filter(valid -> valid <= Math.max(height, 0)).max(Integer::compare).orElse(0);
    }

    /** Round down, enforce the slave property, liberate. */
    static Optional<Unit> normalized(Unit given) {
        int p = rounded(given.p);
        if (given.s > 0 && !holdsSlave(p, given.s)) {
            p = 0;
        }
        if (p == 0 && given.s > 0) {
            return Optional.of(new Unit(rounded(given.s), 0, given.color.equals("black") ? "white" : "black", false));
        }
        return p > 0 ? Optional.of(new Unit(p, given.s, given.color, given.tribun)) : Optional.empty();
    }
}
