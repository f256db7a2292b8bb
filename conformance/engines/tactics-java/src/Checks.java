import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Who is asked what (chapter 0), and what comes of it. */
final class Checks {
    static final Map<Kind, Rule[]> ASKED = new EnumMap<>(Kind.class);

    static {
        ASKED.put(Kind.NONE, new Rule[] {Rule.TYPE_GIVEN, Rule.ON_TURN});
        ASKED.put(Kind.END_TURN, new Rule[] {Rule.TYPE_GIVEN, Rule.ON_TURN});
        ASKED.put(Kind.MOVE, new Rule[] {
            Rule.TYPE_GIVEN, Rule.ON_TURN, Rule.POSITION_GIVEN, Rule.POSITION_ON_BOARD, Rule.ONE_STEP, Rule.TILE_FREE, Rule.ONE_MOVER,
            Rule.MOVER_OWN, Rule.MOVER_ALIVE, Rule.NO_UNIT_NAMED, Rule.NAMED_MOVER_EXISTS, Rule.MOVES_ONCE});
        ASKED.put(Kind.ATTACK, new Rule[] {
            Rule.TYPE_GIVEN, Rule.ON_TURN, Rule.POSITION_GIVEN, Rule.POSITION_ON_BOARD, Rule.UNIT_GIVEN, Rule.TARGET_EXISTS,
            Rule.TARGET_ALIVE, Rule.TARGET_ENEMY, Rule.POSITION_AGREES, Rule.BESIDE_TARGET, Rule.ATTACKER_OWN, Rule.ATTACKER_ALIVE,
            Rule.ONE_ATTACKER, Rule.ATTACKS_ONCE});
        ASKED.put(Kind.MOVE_AND_ATTACK, new Rule[] {
            Rule.TYPE_GIVEN, Rule.ON_TURN, Rule.POSITION_GIVEN, Rule.POSITION_ON_BOARD, Rule.UNIT_GIVEN, Rule.TARGET_EXISTS,
            Rule.TARGET_ALIVE, Rule.TARGET_ENEMY, Rule.ONE_STEP, Rule.TILE_FREE, Rule.ONE_MOVER, Rule.MOVER_OWN, Rule.MOVER_ALIVE,
            Rule.BESIDE_AFTER_STEP, Rule.ONE_ATTACKER_AFTER_STEP, Rule.MOVES_ONCE, Rule.ATTACKS_ONCE});
    }

    final Question question;
    final List<Rule> broken = new ArrayList<>();
    final List<Rule> moot = new ArrayList<>();

    /** Asks everything. */
    Checks(Question q) {
        question = q;
        if (Rule.NOTHING_AFTER_THE_END.ask(q) == Answer.NO) {
            broken.add(Rule.NOTHING_AFTER_THE_END);
            return;
        }
        for (Rule rule : ASKED.get(q.action.type())) {
            Answer answer = rule.ask(q);
            if (answer == Answer.NO) broken.add(rule);
            else if (answer == Answer.MOOT) moot.add(rule);
        }
    }

    /** Asks until something is broken. */
    static boolean valid(Question q) {
        if (Rule.NOTHING_AFTER_THE_END.ask(q) == Answer.NO) return false;
        for (Rule rule : ASKED.get(q.action.type())) if (rule.ask(q) == Answer.NO) return false;
        return true;
    }

    boolean valid() {
        return broken.isEmpty();
    }

    /** The ids of the broken clauses, sorted. */
    List<String> clauses() {
        return ids(broken);
    }

    static List<String> ids(List<Rule> rules) {
        List<String> ids = new ArrayList<>();
        for (Rule rule : rules) ids.add(rule.clause);
        ids.sort(null);
        return ids;
    }

    /** The kinds that are true of the action, in alphabetical order. */
    List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (Rule rule : broken) kinds.add(rule.kind);
        kinds.sort(null);
        return kinds;
    }

    /** TAC-MSG-3: the words that all broken clauses share; otherwise words of our own. */
    String words() {
        String shared = broken.get(0).words(question);
        for (Rule rule : broken) if (shared != null && !shared.equals(rule.words(question))) shared = null;
        return shared != null ? shared : "Refused: " + String.join(", ", kinds());
    }
}
