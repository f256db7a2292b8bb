import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The register, and the choices in force for one request. */
final class Readings {
    /** Every entry with its readings, the default first. */
    static final Map<String, List<String>> REGISTER = new LinkedHashMap<>();

    static {
        REGISTER.put("dead-blocks", List.of("no", "yes"));
        REGISTER.put("move-target-id", List.of("reject", "ignore", "selects"));
        REGISTER.put("attacker-after-move", List.of("mover", "mover-alone", "any-unique"));
        REGISTER.put("end-turn-off-turn", List.of("reject", "allow"));
        REGISTER.put("hp-floor", List.of("none", "zero"));
        REGISTER.put("turn-after-winning-move-attack", List.of("passes", "stays"));
        REGISTER.put("turn-limits", List.of("none", "once-per-unit", "once-per-turn"));
        REGISTER.put("mismatch-check", List.of("rules", "server"));
        REGISTER.put("several-movers-message", List.of("fixed", "free"));
        REGISTER.put("move-attack-inference", List.of("step", "whole"));
        REGISTER.put("off-turn-end-effect", List.of("switches", "opponent"));
        REGISTER.put("life-without-hp", List.of("cleared", "kept"));
    }

    final boolean deadBlock;
    final boolean rejectId;
    final boolean selects;
    final boolean moverAlone;
    final boolean anyUnique;
    final boolean endAllowed;
    final boolean floor;
    final boolean winnerStays;
    final boolean limited;
    final boolean once;
    final boolean serverChecks;
    final boolean freeWords;
    final boolean whole;
    final boolean endForOpponent;
    final boolean marksStay;

    /** What is given, and the default of everything else; an entry or a choice that is not in the register is refused. */
    Readings(Map<?, ?> given) {
        for (Map.Entry<?, ?> one : given.entrySet()) {
            List<String> known = REGISTER.get(one.getKey());
            if (known == null || !(one.getValue() instanceof String && known.contains(one.getValue()))) {
                throw new IllegalArgumentException("no such reading of " + one.getKey() + ": " + one.getValue());
            }
        }
        deadBlock = "yes".equals(given.get("dead-blocks"));
        selects = "selects".equals(given.get("move-target-id"));
        rejectId = !selects && !"ignore".equals(given.get("move-target-id"));
        moverAlone = "mover-alone".equals(given.get("attacker-after-move"));
        anyUnique = "any-unique".equals(given.get("attacker-after-move"));
        endAllowed = "allow".equals(given.get("end-turn-off-turn"));
        floor = "zero".equals(given.get("hp-floor"));
        winnerStays = "stays".equals(given.get("turn-after-winning-move-attack"));
        once = "once-per-unit".equals(given.get("turn-limits"));
        limited = once || "once-per-turn".equals(given.get("turn-limits"));
        serverChecks = "server".equals(given.get("mismatch-check"));
        freeWords = "free".equals(given.get("several-movers-message"));
        whole = "whole".equals(given.get("move-attack-inference"));
        endForOpponent = "opponent".equals(given.get("off-turn-end-effect"));
        marksStay = "kept".equals(given.get("life-without-hp"));
    }
}
