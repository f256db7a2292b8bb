import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An action that can be read. */
record Action(Kind type, String player, Place place, String name) {
    /** TAC-ACT-1 first, then TAC-ACT-3 to TAC-ACT-6, all of them. */
    static Action read(Object value) throws Unreadable {
        if (!(value instanceof Map)) throw new Unreadable("TAC-ACT-1");
        Map<?, ?> fields = (Map<?, ?>) value;
        for (Object key : fields.keySet()) {
            switch ((String) key) {
                case "type": case "playerId": case "targetPosition": case "targetUnitId": break;
                default: throw new Unreadable("TAC-ACT-1");
            }
        }
        List<String> broken = new ArrayList<>();
        Kind type = Kind.read(fields.get("type"));
        if (type == null) broken.add("TAC-ACT-3");
        Object player = fields.get("playerId");
        if (!(player instanceof String) || !State.player((String) player)) broken.add("TAC-ACT-4");
        Object where = fields.get("targetPosition");
        Place place = Place.read(where, "x", "y");
        if (where != null && place == null) broken.add("TAC-ACT-5");
        Object name = fields.get("targetUnitId");
        if (name != null && !(name instanceof String)) broken.add("TAC-ACT-6");
        if (!broken.isEmpty()) throw new Unreadable(broken);
        return new Action(type, (String) player, place, (String) name);
    }

    void write(StringBuilder out) {
        out.append("{\"type\":");
        if (type == Kind.NONE) out.append("null");
        else Json.quote(out, type.name());
        out.append(",\"playerId\":");
        Json.quote(out, player);
        out.append(",\"targetPosition\":");
        if (place == null) out.append("null");
        else place.write(out);
        out.append(",\"targetUnitId\":");
        if (name == null) out.append("null");
        else Json.quote(out, name);
        out.append('}');
    }
}
