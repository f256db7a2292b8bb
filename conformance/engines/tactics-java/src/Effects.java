import java.util.ArrayList;
import java.util.List;

/** A game under way: a state and what its turn has spent; and what a valid action makes of both. */
record Effects(State state, Spent spent) {
    /** The next state after an action that was found valid. */
    static Effects of(Question q) {
        State s = q.state;
        List<Unit> units = new ArrayList<>();
        for (Unit unit : s.units()) units.add(q.readings.marksStay ? unit : unit.with(unit.hp(), unit.alive())); // TAC-UNT-7
        Spent spent = q.spent;
        boolean won = false;
        Unit hitter = q.action.type().hits() ? q.attackers().get(0) : null;
        if (q.action.type().steps()) {
            Unit mover = q.movers().get(0);
            put(units, mover.to(q.action.place())); // TAC-MOV-8
            spent = spent.moving(mover.id()); // TAC-TRN-8
        }
        if (hitter != null) {
            int points = q.target.hp() - hitter.attack(); // TAC-ATK-5
            if (q.readings.floor && points < 0) points = 0;
            put(units, q.target.with(points, points > 0)); // TAC-ATK-6
            spent = spent.attacking(hitter.id()); // TAC-TRN-9
            won = !new State(s.size(), units, s.turn(), false, null).lives(State.opponent(q.me)); // TAC-WIN-1
        }
        boolean passes = q.action.type() == Kind.MOVE_AND_ATTACK && !(won && q.readings.winnerStays) // TAC-MAT-5
            || q.action.type() == Kind.END_TURN && (q.me.equals(s.turn()) || !q.readings.endForOpponent); // TAC-END-2
        String turn = passes ? State.opponent(s.turn()) : s.turn(); // TAC-TRN-3
        return new Effects(new State(s.size(), units, turn, won, won ? q.me : null), passes || !q.readings.limited ? Spent.NOTHING : spent);
    }

    private static void put(List<Unit> units, Unit changed) {
        for (int i = 0; i < units.size(); i++) {
            if (units.get(i).id().equals(changed.id())) {
                units.set(i, changed);
                return;
            }
        }
    }

    /** TAC-LST-1: every shape of action is tried, and kept if it is valid and written as the list writes it. */
    List<Question> legal(Readings readings) {
        List<Question> found = new ArrayList<>();
        for (Kind type : Kind.values()) {
            if (type == Kind.NONE) continue;
            if (type == Kind.END_TURN) {
                attempt(found, readings, type, null, null);
                continue;
            }
            for (int tile = 0; tile < 25; tile++) {
                Place place = TILES[tile];
                attempt(found, readings, type, place, null);
                for (Unit unit : state.units()) attempt(found, readings, type, place, unit.id());
            }
        }
        return found;
    }

    private void attempt(List<Question> found, Readings readings, Kind type, Place place, String name) {
        Question q = new Question(state, spent, new Action(type, state.turn(), place, name), readings);
        if (listed(q) && Checks.valid(q)) found.add(q);
    }

    /** Whether the list writes an action in this way: a name in a MOVE only where it must be told who moves, an ATTACK at its target. */
    private static boolean listed(Question q) {
        switch (q.action.type()) {
            case MOVE: return q.action.name() == null || q.selecting && q.stillToMove().size() > 1;
            case ATTACK: return q.target != null && q.target.at().equals(q.action.place());
            default: return true;
        }
    }

    private static final Place[] TILES = new Place[25];

    static {
        for (int i = 0; i < 25; i++) TILES[i] = new Place(i / 5, i % 5);
    }
}
