/** The types of action; NONE is a type of null. */
enum Kind {
    NONE, MOVE, ATTACK, MOVE_AND_ATTACK, END_TURN;

    boolean steps() {
        return this == MOVE || this == MOVE_AND_ATTACK;
    }

    boolean hits() {
        return this == ATTACK || this == MOVE_AND_ATTACK;
    }

    /** The type of that name; null where there is none. */
    static Kind read(Object value) {
        if (value == null) return NONE;
        if (!(value instanceof String)) return null;
        switch ((String) value) {
            case "MOVE": return MOVE;
            case "ATTACK": return ATTACK;
            case "MOVE_AND_ATTACK": return MOVE_AND_ATTACK;
            case "END_TURN": return END_TURN;
            default: return null;
        }
    }
}
