import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A GameState. It is never changed. */
record State(Place size, List<Unit> units, String turn, boolean over, String winner) {
    static String opponent(String player) {
        return player.equals("P1") ? "P2" : "P1";
    }

    static boolean player(String name) {
        return name.equals("P1") || name.equals("P2");
    }

    Unit named(String id) {
        if (id == null) return null;
        for (Unit unit : units) if (unit.id().equals(id)) return unit;
        return null;
    }

    boolean lives(String player) {
        for (Unit unit : units) if (unit.alive() && unit.own(player)) return true;
        return false;
    }

    /** Chapter 3: TAC-STA-1, then TAC-STA-2, then everything else. */
    static State read(Object value) throws Unreadable {
        State state = shape(value);
        List<String> broken = new ArrayList<>();
        for (StateRule rule : StateRule.values()) if (!rule.holds(state)) broken.add(rule.clause);
        if (!broken.isEmpty()) throw new Unreadable(broken);
        return state;
    }

    private static State shape(Object value) throws Unreadable {
        if (!(value instanceof Map)) throw new Unreadable("TAC-STA-1");
        Map<?, ?> fields = (Map<?, ?>) value;
        Place size = Place.read(fields.get("board"), "width", "height");
        Object units = fields.get("units");
        Object turn = fields.get("currentPlayer");
        Object over = fields.get("isGameOver");
        Object winner = fields.get("winner");
        boolean fine = fields.size() == 5 && size != null && units instanceof List && turn instanceof String && over instanceof Boolean
            && fields.containsKey("winner") && (winner == null || winner instanceof String);
        if (!fine) throw new Unreadable("TAC-STA-1");
        List<Unit> read = new ArrayList<>();
        for (Object one : (List<?>) units) {
            Unit unit = Unit.read(one);
            if (unit == null) throw new Unreadable("TAC-STA-2");
            read.add(unit);
        }
        return new State(size, read, (String) turn, (Boolean) over, (String) winner);
    }

    void write(StringBuilder out) {
        out.append("{\"board\":{\"width\":5,\"height\":5},\"units\":[");
        for (int i = 0; i < units.size(); i++) {
            if (i > 0) out.append(',');
            units.get(i).write(out);
        }
        out.append("],\"currentPlayer\":");
        Json.quote(out, turn);
        out.append(",\"isGameOver\":").append(over).append(",\"winner\":");
        if (winner == null) out.append("null");
        else Json.quote(out, winner);
        out.append('}');
    }
}
