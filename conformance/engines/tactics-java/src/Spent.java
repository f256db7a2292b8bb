import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The ids of the units that have moved and attacked in this turn. It is never changed. */
record Spent(Set<String> moved, Set<String> attacked) {
    static final Spent NOTHING = new Spent(Set.of(), Set.of());

    /** TAC-TRN-7, asked once the state is read. */
    static Spent read(Object value, State state) throws Unreadable {
        if (value == null) return NOTHING;
        if (!(value instanceof Map) || ((Map<?, ?>) value).size() != 2) throw new Unreadable("TAC-TRN-7");
        return new Spent(names(((Map<?, ?>) value).get("moved"), state), names(((Map<?, ?>) value).get("attacked"), state));
    }

    private static Set<String> names(Object value, State state) throws Unreadable {
        if (!(value instanceof List)) throw new Unreadable("TAC-TRN-7");
        Set<String> names = new TreeSet<>();
        for (Object one : (List<?>) value) {
            Unit unit = one instanceof String ? state.named((String) one) : null;
            if (unit == null || !unit.alive() || !unit.own(state.turn()) || !names.add(unit.id())) throw new Unreadable("TAC-TRN-7");
        }
        return names;
    }

    private static Set<String> plus(Set<String> names, String id) {
        Set<String> more = new TreeSet<>(names);
        more.add(id);
        return more;
    }

    /** TAC-TRN-8. */
    Spent moving(String id) {
        return new Spent(plus(moved, id), attacked);
    }

    /** TAC-TRN-9. */
    Spent attacking(String id) {
        return new Spent(moved, plus(attacked, id));
    }
}
