import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tribun as it travels: tiles, units, action words and positions, strictly read and written back. */
final class Tribun {
    static final List<String> COLORS = List.of("black", "white");
    static final List<Integer> HEIGHTS = List.of(0, 1, 2, 3, 4, 6, 8);
    static final int PLACES = 121;

    /** Primary height, height of the slave (0: none), colour, and whether it is the tribun. */
    record Unit(int p, int s, String color, boolean tribun) {}

    /** An action word, taken apart. */
    record Action(String opcode, Map<String, Long> fields) {}

    /** board.get(cid) is the unit on a tile, or null. */
    record Position(List<Unit> board, String turn, String drawOfferBy, String drawBlocked, String status, String winner) {}

    private record Field(String name, int bits) {}

    private record Layout(String opcode, List<Field> fields) {}

    private Tribun() {}

    private static boolean isInteger(Object value, long below) {
        return value instanceof Long number && number >= 0 && number < below;
    }

    private static Map<String, Object> fieldsOf(Object data, Set<String> names) {
        if (data instanceof Map<?, ?> fields && fields.keySet().equals(names)) {
            return Json.object(data);
        }
        throw Refused.unreadable();
    }

    // ---- tiles

    static boolean isTile(long cid) {
        return cid >= 0 && cid < PLACES && Math.abs(cid / 11 - cid % 11) <= 5;
    }

    /** The coordinates of a tile. */
    static Map<String, Object> readCid(Object cid) {
        if (!isInteger(cid, PLACES) || !isTile((long) cid)) {
            throw Refused.unreadable();
        }
        return Map.of("x", (long) cid / 11 - 5, "y", (long) cid % 11 - 5);
    }

    // ---- units

    /** The unit that a byte stores; null for an empty tile. */
    static Unit readByte(Object data, Map<String, Object> readings) {
        if (!isInteger(data, 256)) {
            throw Refused.unreadable();
        }
        int value = ((Long) data).intValue();
        if ((value & 7) == 7 || (value >> 3 & 7) == 7) {
            throw Refused.unreadable();
        }
        if (value == 0) {
            return null;
        }
        var unit = new Unit(HEIGHTS.get(value & 7), HEIGHTS.get(value >> 3 & 7), COLORS.get(value >> 6 & 1), value >= 128);
        return storable(unit, readings);
    }

    private static Unit storable(Unit unit, Map<String, Object> readings) {
        boolean alone = unit.s == 0;
        boolean maySlave = !unit.tribun || "yes".equals(readings.get("tribun-enslave"));
        if (unit.p == 0 || !(alone || maySlave && unit.p <= 4 && 2 * unit.p >= unit.s)) {
            throw Refused.unreadable();
        }
        return unit;
    }

    static int writeByte(Unit unit) {
        if (unit == null) {
            return 0;
        }
        int heights = HEIGHTS.indexOf(unit.p) | HEIGHTS.indexOf(unit.s) << 3;
        return heights | COLORS.indexOf(unit.color) << 6 | (unit.tribun ? 128 : 0);
    }

    /** A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour. */
    static Unit readUnit(Object data, Map<String, Object> readings) {
        if (data == null) {
            return null;
        }
        var fields = fieldsOf(data, Set.of("p", "s", "color", "tribun"));
        if (fields.get("color") instanceof String color && COLORS.contains(color)
                && fields.get("tribun") instanceof Boolean tribun) {
            var unit = new Unit(height(fields.get("p")), height(fields.get("s")), color, tribun);
            return unit.p == 0 && unit.s == 0 && !tribun ? null : storable(unit, readings);
        }
        throw Refused.unreadable();
    }

    private static int height(Object value) {
        if (!isInteger(value, 9) || !HEIGHTS.contains(((Long) value).intValue())) {
            throw Refused.unreadable();
        }
        return ((Long) value).intValue();
    }

    static Map<String, Object> showUnit(Unit unit) {
        return unit == null
                ? null
                : Map.of("p", unit.p, "s", unit.s, "color", unit.color, "tribun", unit.tribun);
    }

    // ---- action words: a field's place follows from the fields before it, the first one at bit 0

    private static Layout layout(String opcode, Object... fields) {
        var made = new ArrayList<Field>();
        for (int i = 0; i < fields.length; i += 2) {
            made.add(new Field((String) fields[i], (Integer) fields[i + 1]));
        }
        return new Layout(opcode, made);
    }

    private static final List<Layout> LAYOUTS = List.of(
            layout("MOVE", "fromCid", 7, "toCid", 7, "part", 1),
            layout("KILL", "attackerCid", 7, "targetCid", 7, "part", 1),
            layout("LIBERATE", "targetCid", 7),
            layout("DAMAGE", "targetCid", 7, "effDmgMinus1", 3),
            layout("ENSLAVE", "attackerCid", 7, "targetCid", 7),
            layout("COMBINE", "centerCid", 7, "dirA", 3, "dirB", 3, "donAminus1", 3, "donBminus1", 3),
            layout("SYM_COMBINE", "centerCid", 7, "config", 2, "donMinus1", 2),
            layout("SPLIT", "actorCid", 7, "h0", 3, "h1", 3, "h2", 3, "h3", 3, "h4", 3, "h5", 3),
            layout("BACKSTABB", "actorCid", 7, "dir", 3),
            layout("ATTACK_TRIBUN", "attackerCid", 7, "tribunCid", 7, "winnerColor", 1),
            layout("DRAW", "drawAction", 2, "actorColor", 1));
    private static final Map<String, Layout> END = Map.of(
            "2026-01", layout("END", "endReason", 3, "loserColor", 1),
            "2026-04", layout("END", "endReason", 2, "loserColor", 1));

    private static Layout layoutOf(int opcode, String edition) {
        return opcode < LAYOUTS.size() ? LAYOUTS.get(opcode) : END.get(edition);
    }

    private static boolean isReserved(String field, long value, String edition) {
        if (field.endsWith("Cid")) {
            return !isTile(value);
        }
        return switch (field) {
            case "dir", "dirA", "dirB" -> value > 5;
            case "config" -> value == 3;
            case "endReason" -> value > 3;
            case "drawAction" -> value == 3 && edition.equals("2026-01");
            default -> false;
        };
    }

    /** Opcode and fields of a word. */
    static Action readWord(Object word, String edition) {
        if (!isInteger(word, 1L << 32) || (long) word >> 28 > LAYOUTS.size()) {
            throw Refused.unreadable();
        }
        Layout layout = layoutOf((int) ((long) word >> 28), edition);
        long rest = (long) word & 0x0FFFFFFF;
        var fields = new LinkedHashMap<String, Long>();
        for (Field field : layout.fields) {
            fields.put(field.name, rest & (1L << field.bits) - 1);
            rest >>= field.bits;
        }
        if (rest != 0 || fields.entrySet().stream().anyMatch(one -> isReserved(one.getKey(), one.getValue(), edition))) {
            throw Refused.unreadable();
        }
        return new Action(layout.opcode, fields);
    }

    /** The word of an opcode and its fields; what could not be read back is not written. */
    static long writeWord(Object opcode, Object data, String edition) {
        for (int number = 0; number <= LAYOUTS.size(); number++) {
            Layout layout = layoutOf(number, edition);
            if (layout.opcode.equals(opcode)) {
                long word = (long) number << 28 | payload(layout, data);
                readWord(word, edition);
                return word;
            }
        }
        throw Refused.unreadable();
    }

    private static long payload(Layout layout, Object data) {
        var fields = fieldsOf(data, Set.copyOf(layout.fields.stream().map(Field::name).toList()));
        long payload = 0;
        int place = 0;
        for (Field field : layout.fields) {
            if (!isInteger(fields.get(field.name), 1L << field.bits)) {
                throw Refused.unreadable();
            }
            payload |= (long) fields.get(field.name) << place;
            place += field.bits;
        }
        return payload;
    }

    // ---- positions

    private static final Set<String> FIELDS = Set.of("board", "turn", "drawOfferBy", "drawBlocked", "status", "winner");

    /** A position from JSON, under an edition and readings. */
    static Position readPosition(Object data, String edition, Map<String, Object> readings) {
        var fields = fieldsOf(data, FIELDS);
        var position = new Position(
                readBoard(fields.get("board"), readings),
                oneOf(COLORS, fields.get("turn")),
                colorOrNull(fields.get("drawOfferBy")),
                colorOrNull(fields.get("drawBlocked")),
                oneOf(List.of("active", "ended"), fields.get("status")),
                colorOrNull(fields.get("winner")));
        if (!isSound(position, edition)) {
            throw Refused.unreadable();
        }
        return position;
    }

    private static String oneOf(List<String> words, Object value) {
        if (value instanceof String word && words.contains(word)) {
            return word;
        }
        throw Refused.unreadable();
    }

    private static String colorOrNull(Object value) {
        return value == null ? null : oneOf(COLORS, value);
    }

    private static List<Unit> readBoard(Object text, Map<String, Object> readings) {
        byte[] bytes = bytesOf(text);
        var board = new ArrayList<Unit>();
        var tribuns = new ArrayList<String>();
        for (int cid = 0; cid < PLACES; cid++) {
            Unit unit = readByte(bytes[cid] & 255L, readings);
            if (unit != null && !isTile(cid)) {
                throw Refused.unreadable();
            }
            if (unit != null && unit.tribun) {
                tribuns.add(unit.color);
            }
            board.add(unit);
        }
        if (tribuns.size() != 2 || !tribuns.containsAll(COLORS)) {
            throw Refused.unreadable();
        }
        return board;
    }

    private static byte[] bytesOf(Object text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text instanceof String board ? board : "");
            if (bytes.length == PLACES && Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException noBase64) {
            // refused below
        }
        throw Refused.unreadable();
    }

    /** Whether the fields beside the board go together. */
    private static boolean isSound(Position position, String edition) {
        if (position.drawBlocked != null && (edition.equals("2026-01") || position.drawOfferBy != null)) {
            return false;
        }
        return position.status.equals("ended") || position.winner == null;
    }

    /** A position as JSON. */
    static Map<String, Object> showPosition(Position position) {
        byte[] bytes = new byte[PLACES];
        for (int cid = 0; cid < PLACES; cid++) {
            bytes[cid] = (byte) writeByte(position.board.get(cid));
        }
        var shown = new LinkedHashMap<String, Object>();
        shown.put("board", Base64.getEncoder().encodeToString(bytes));
        shown.put("turn", position.turn);
        shown.put("drawOfferBy", position.drawOfferBy);
        shown.put("drawBlocked", position.drawBlocked);
        shown.put("status", position.status);
        shown.put("winner", position.winner);
        return shown;
    }
}
