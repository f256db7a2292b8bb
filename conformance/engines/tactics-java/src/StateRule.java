import java.util.HashSet;
import java.util.Set;

/** What a state that has the right shape is asked: all of them, in any order. */
enum StateRule {
    FIVE_BY_FIVE("TAC-BRD-1") {
        boolean holds(State s) {
            return s.size().x() == 5 && s.size().y() == 5;
        }
    },
    UNITS_ON_TILES("TAC-BRD-2") {
        boolean holds(State s) {
            for (Unit u : s.units()) if (!u.at().tile()) return false;
            return true;
        }
    },
    TWO_PLAYERS("TAC-STA-3") {
        boolean holds(State s) {
            for (Unit u : s.units()) if (!State.player(u.owner())) return false;
            return State.player(s.turn()) && (s.winner() == null || State.player(s.winner()));
        }
    },
    OVER_WHEN_DEAD("TAC-STA-4") {
        boolean holds(State s) {
            return s.over() == !(s.lives("P1") && s.lives("P2"));
        }
    },
    SOMEBODY_LIVES("TAC-STA-5") {
        boolean holds(State s) {
            for (Unit u : s.units()) if (u.alive()) return true;
            return false;
        }
    },
    THE_WINNER("TAC-STA-6") {
        boolean holds(State s) {
            if (!s.over()) return s.winner() == null;
            return s.winner() != null && State.player(s.winner()) && s.lives(s.winner());
        }
    },
    ONE_ID("TAC-UNT-5") {
        boolean holds(State s) {
            Set<String> seen = new HashSet<>();
            for (Unit u : s.units()) if (u.id().isEmpty() || !seen.add(u.id())) return false;
            return true;
        }
    },
    ONE_LIVING_A_TILE("TAC-UNT-6") {
        boolean holds(State s) {
            boolean[] taken = new boolean[25];
            for (Unit u : s.units()) {
                if (!u.alive() || !u.at().tile()) continue;
                int i = u.at().x() + 5 * u.at().y();
                if (taken[i]) return false;
                taken[i] = true;
            }
            return true;
        }
    };

    final String clause;

    StateRule(String clause) {
        this.clause = clause;
    }

    abstract boolean holds(State s);
}
