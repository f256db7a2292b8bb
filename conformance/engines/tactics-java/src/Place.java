import java.util.Map;

/** A pair of whole numbers, on the board or not. */
record Place(int x, int y) {
    static final int MILLION = 1_000_000;

    boolean tile() {
        return x >= 0 && x <= 4 && y >= 0 && y <= 4;
    }

    /** TAC-BRD-3: one further in exactly one coordinate. */
    boolean step(Place to) {
        return Math.abs(x - to.x) + Math.abs(y - to.y) == 1;
    }

    static boolean whole(Object value, int low) {
        return value instanceof Long && (Long) value >= low && (Long) value <= MILLION;
    }

    /** An object of exactly two whole numbers of those names, or null. */
    static Place read(Object value, String first, String second) {
        if (!(value instanceof Map)) return null;
        Map<?, ?> fields = (Map<?, ?>) value;
        if (fields.size() != 2) return null;
        Object a = fields.get(first);
        Object b = fields.get(second);
        if (!whole(a, -MILLION) || !whole(b, -MILLION)) return null;
        return new Place(((Long) a).intValue(), ((Long) b).intValue());
    }

    void write(StringBuilder out) {
        out.append("{\"x\":").append(x).append(",\"y\":").append(y).append('}');
    }
}
