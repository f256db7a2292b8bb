import java.util.Map;

/** One unit: six values. It is never changed; an effect makes another one. */
record Unit(String id, String owner, int hp, int attack, boolean marked, Place at) {
    /** TAC-UNT-2, TAC-UNT-7: the mark alone is no life. */
    boolean alive() {
        return marked && hp > 0;
    }

    boolean own(String player) {
        return owner.equals(player);
    }

    Unit to(Place place) {
        return new Unit(id, owner, hp, attack, marked, place);
    }

    Unit with(int points, boolean mark) {
        return new Unit(id, owner, points, attack, mark, at);
    }

    /** TAC-STA-2: the unit, or null. */
    static Unit read(Object value) {
        if (!(value instanceof Map)) return null;
        Map<?, ?> fields = (Map<?, ?>) value;
        if (fields.size() != 6) return null;
        Object id = fields.get("id");
        Object owner = fields.get("owner");
        Object hp = fields.get("hp");
        Object attack = fields.get("attack");
        Object alive = fields.get("alive");
        Place at = Place.read(fields.get("position"), "x", "y");
        if (!(id instanceof String) || !(owner instanceof String) || !(alive instanceof Boolean) || at == null) return null;
        if (!Place.whole(hp, -Place.MILLION) || !Place.whole(attack, 0)) return null;
        return new Unit((String) id, (String) owner, ((Long) hp).intValue(), ((Long) attack).intValue(), (Boolean) alive, at);
    }

    void write(StringBuilder out) {
        out.append("{\"id\":");
        Json.quote(out, id);
        out.append(",\"owner\":");
        Json.quote(out, owner);
        out.append(",\"hp\":").append(hp).append(",\"attack\":").append(attack).append(",\"alive\":").append(marked).append(",\"position\":");
        at.write(out);
        out.append('}');
    }
}
