import java.util.ArrayList;
import java.util.List;

/** One action in one state under one choice of readings: what the rules are asked about. */
final class Question {
    final State state;
    final Action action;
    final Spent spent;
    final Readings readings;
    final String me;

    /** The unit that an ATTACK or MOVE_AND_ATTACK is against; null where there is none. */
    final Unit target;

    /** True of a MOVE that selects a unit by name, whether there is such a unit or not. */
    final boolean selecting;

    /** The unit that such a MOVE names; null where there is none. */
    final Unit selected;

    private List<Unit> movers;
    private List<Unit> attackers;

    Question(State state, Spent spent, Action action, Readings readings) {
        this.state = state;
        this.spent = spent;
        this.action = action;
        this.readings = readings;
        me = action.player();
        target = action.type().hits() ? state.named(action.name()) : null;
        selecting = action.type() == Kind.MOVE && readings.selects && action.name() != null;
        selected = selecting ? state.named(action.name()) : null;
    }

    // ---- what may be missing (chapter 0, the table of the moot)

    boolean noPlace() {
        return action.place() == null;
    }

    boolean noTarget() {
        return target == null;
    }

    boolean noSelected() {
        return selecting && selected == null;
    }

    boolean noStep() {
        return noPlace() || movers().isEmpty();
    }

    // ---- who acts (chapter 6)

    /** TAC-SEL-1 before the name and the attack tell any apart: own, living, one step from the place. */
    List<Unit> couldStep() {
        List<Unit> found = new ArrayList<>(4);
        if (noPlace()) return found;
        for (Unit u : state.units()) if (u.own(me) && u.alive() && u.at().step(action.place())) found.add(u);
        return found;
    }

    /** TAC-SEL-1, step 3: of those the ones that have not moved, where a unit moves once; all where that leaves nobody. */
    List<Unit> stillToMove() {
        List<Unit> found = couldStep();
        if (!readings.once || spent.moved().isEmpty()) return found;
        List<Unit> fresh = new ArrayList<>(4);
        for (Unit u : found) if (!spent.moved().contains(u.id())) fresh.add(u);
        return fresh.isEmpty() ? found : fresh;
    }

    /** TAC-SEL-1: the movers in question. */
    List<Unit> movers() {
        if (movers != null) return movers;
        List<Unit> found = selecting ? couldStep() : stillToMove();
        if (selecting) {
            List<Unit> kept = new ArrayList<>(1);
            for (Unit u : found) if (u == selected) kept.add(u);
            found = kept;
        } else if (action.type() == Kind.MOVE_AND_ATTACK && readings.anyUnique && readings.whole && target != null && found.size() > 1) {
            List<Unit> telling = new ArrayList<>(4);
            for (Unit u : found) if (after(u).size() == 1) telling.add(u);
            if (telling.size() == 1) found = telling;
        }
        movers = found;
        return found;
    }

    /** Where a unit stands once that mover has made its step. */
    private Place stands(Unit unit, Unit mover) {
        return unit == mover ? action.place() : unit.at();
    }

    /** Whether a unit is next to the target after the step of that mover. */
    boolean nextAfter(Unit unit, Unit mover) {
        return stands(unit, mover).step(stands(target, mover));
    }

    /** TAC-SEL-3 for one mover. */
    private List<Unit> after(Unit mover) {
        List<Unit> found = new ArrayList<>(4);
        for (Unit u : state.units()) {
            boolean lookedAt = u == mover || !readings.moverAlone;
            if (lookedAt && u.own(me) && u.alive() && nextAfter(u, mover)) found.add(u);
        }
        return found;
    }

    /** TAC-SEL-2 or TAC-SEL-3: the attackers in question. There must be a target. */
    List<Unit> attackers() {
        if (attackers != null) return attackers;
        List<Unit> found = new ArrayList<>(4);
        if (action.type() == Kind.ATTACK) {
            for (Unit u : state.units()) if (u.own(me) && u.alive() && u.at().step(target.at())) found.add(u);
        } else {
            for (Unit mover : movers()) for (Unit u : after(mover)) if (!found.contains(u)) found.add(u);
        }
        attackers = found;
        return found;
    }

    // ---- whoever stands there (ruling reasons-by-neighbour)

    boolean enemyBeside(Place place) {
        for (Unit u : state.units()) if (!u.own(me) && u.at().step(place)) return true;
        return false;
    }

    boolean deadBeside(Place place) {
        for (Unit u : state.units()) if (!u.alive() && u.at().step(place)) return true;
        return false;
    }
}
