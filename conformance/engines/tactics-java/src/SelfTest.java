import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The examples of the rulebook, asked over the wire; then what the rulebook says must hold of every state, on random ones. */
public final class SelfTest {
    private static final Engine ENGINE = new Engine();
    private static int asked;
    private static int failed;

    public static void main(String[] arguments) throws Exception {
        protocol();
        json();
        reading();
        register();
        chapters();
        moot();
        lists();
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20000;
        new Fuzz(20260101).run(rounds);
        System.out.println(asked + " examples, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    // ---- how examples are written

    private static final String START = state("P1", "u1 P1 1 0", "u2 P1 3 0", "u3 P2 1 4", "u4 P2 3 4");

    /** A state that goes on: units are "id owner x y [hp [attack [dead]]]". */
    static String state(String turn, String... units) {
        return whole(turn, false, "null", units);
    }

    static String whole(String turn, boolean over, String winner, String... units) {
        StringBuilder out = new StringBuilder("{\"board\":{\"width\":5,\"height\":5},\"units\":[");
        for (int i = 0; i < units.length; i++) {
            String[] w = units[i].split(" ");
            out.append(i == 0 ? "" : ",").append("{\"id\":\"").append(w[0]).append("\",\"owner\":\"").append(w[1]);
            out.append("\",\"hp\":").append(w.length > 4 ? w[4] : "10").append(",\"attack\":").append(w.length > 5 ? w[5] : "3");
            out.append(",\"alive\":").append(w.length <= 6).append(",\"position\":{\"x\":").append(w[2]).append(",\"y\":").append(w[3]).append("}}");
        }
        return out.append("],\"currentPlayer\":\"").append(turn).append("\",\"isGameOver\":").append(over).append(",\"winner\":").append(winner).append('}').toString();
    }

    /** An action: "type player [x y [name]]" with - for null. */
    static String action(String words) {
        String[] w = (words + " - - -").split(" ");
        String place = w[2].equals("-") ? "null" : "{\"x\":" + w[2] + ",\"y\":" + w[3] + "}";
        String name = w[2].equals("-") ? w[3] : w[4];
        return "{\"type\":" + text(w[0]) + ",\"playerId\":" + text(w[1]) + ",\"targetPosition\":" + place + ",\"targetUnitId\":" + text(name) + "}";
    }

    private static String text(String word) {
        return word.equals("-") ? "null" : "\"" + word + "\"";
    }

    /** Readings: "entry=choice entry=choice". */
    static String readings(String words) {
        StringBuilder out = new StringBuilder("{");
        for (String word : words.split(" ")) {
            if (word.isEmpty()) continue;
            out.append(out.length() > 1 ? "," : "").append('"').append(word.replace("=", "\":\"")).append('"');
        }
        return out.append('}').toString();
    }

    static String ask(String method, String readings, String fields) {
        String line = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{\"game\":\"tactics\",\"edition\":\"v1\",\"readings\":"
            + readings(readings) + ",\"vector\":null,\"clauses\":[]," + fields + "}}";
        String answer = ENGINE.answer(line);
        String head = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":";
        return answer.startsWith(head) ? answer.substring(head.length(), answer.length() - 1) : answer;
    }

    static void same(String what, Object expected, Object found) {
        asked++;
        if (expected.equals(found)) return;
        failed++;
        System.out.println("FAILED " + what + "\n  expected " + expected + "\n  found    " + found);
    }

    private static Map<?, ?> parsed(String json) {
        try {
            return (Map<?, ?>) Json.parse(json);
        } catch (Json.Bad broken) {
            throw new IllegalStateException(json, broken);
        }
    }

    /** The kinds of an action, or "valid". */
    private static String kinds(String readings, String state, String action, String more) {
        String answer = ask("validate", readings, "\"position\":" + state + ",\"action\":" + action(action) + more);
        Map<?, ?> verdict = parsed(answer);
        if (!verdict.containsKey("isValid")) return answer;
        if (Boolean.TRUE.equals(verdict.get("isValid"))) return "valid";
        return String.join(" ", ((List<?>) verdict.get("kinds")).toArray(new String[0]));
    }

    private static void verdict(String readings, String state, String action, String expected) {
        same(action + " " + readings, expected, kinds(readings, state, action, ""));
    }

    private static Object message(String readings, String state, String action) {
        return parsed(ask("validate", readings, "\"position\":" + state + ",\"action\":" + action(action))).get("errorMessage");
    }

    private static void applied(String readings, String state, String action, String expected) {
        same("apply " + action + " " + readings, "{\"position\":" + expected + "}", ask("apply", readings, "\"position\":" + state + ",\"action\":" + action(action)));
    }

    private static void unreadable(String what, String state, String clauses) {
        String expected = "{\"unreadable\":{\"broken\":[\"" + clauses.replace(" ", "\",\"") + "\"]}}";
        same(what, expected, ask("legal", "", "\"position\":" + state));
    }

    // ---- the wire

    private static void protocol() {
        String hello = ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0001\",\"method\":\"initialize\",\"params\":{\"protocol\":1}}");
        same("hello", true, hello.startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0001\",\"result\":{\"protocol\":1,"));
        same("twelve entries", 12, Readings.REGISTER.size());
        same("no JSON", true, ENGINE.answer("{").contains("-32700"));
        same("not UTF-8", true, ENGINE.answer(null).contains("-32700"));
        same("no request", true, ENGINE.answer("[]").contains("-32600"));
        same("no method", true, ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":-0,\"method\":\"unit\",\"params\":{}}").startsWith("{\"jsonrpc\":\"2.0\",\"id\":-0,\"error\":{\"code\":-32601"));
        for (String one : new String[] {"legal", "apply", "validate", "replay", "perft"}) {
            String given = one.equals("legal") ? "" : "\"position\":null,";
            same(one + " with a field left out", true, ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + one + "\",\"params\":{" + given
                + "\"game\":\"tactics\",\"edition\":\"v1\",\"readings\":{}}}").startsWith("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602"));
        }
        same("no params", true, ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":1.50,\"method\":\"legal\",\"params\":[]}").startsWith("{\"jsonrpc\":\"2.0\",\"id\":1.50,\"error\":{\"code\":-32602"));
        same("other game", true, ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"legal\",\"params\":{\"game\":\"tribun\"}}").contains("unsupported"));
        same("shutdown", "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", ENGINE.answer("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"shutdown\",\"params\":{}}"));
    }

    private static void json() {
        String[] bad = {"", "{\"a\":1,\"a\":1}", "NaN", "-Infinity", "1 2", "01", "-", "1.", ".5", "1e", "[1,]", "{\"a\":1,}", "{,}", "\"\t\"", "\"\\x\"", "\"\\u12g4\"",
            "\"", "[", "{\"a\"}", "nul", "+1", "[1 2]", "'a'", "{a:1}", "/**/1", "\"\\", "\"\\u12"};
        for (String one : bad) same("refuses " + one, false, reads(one));
        String[] good = {"{\"a\":[1,-2,3.50,1e5,true,false,null,\"x\"]}", "123456789012345678901234567890", "\"\\ud800\"", "\"\ud83d\ude00\"", "[[],{}]", "1000000000000000000"};
        for (String one : good) {
            try {
                same("echoes", one, Json.write(Json.parse(one)));
            } catch (Json.Bad broken) {
                same(one, "read", broken.getMessage());
            }
        }
        same("too deep", false, reads("[".repeat(100000)));
        same("blanks", true, reads(" \t\r\n{ \"a\" : [ 1 , 2 ] } "));
    }

    private static boolean reads(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (Json.Bad broken) {
            return false;
        }
    }

    // ---- chapters 1 to 3 and 5: what can be read

    private static void reading() {
        String good = state("P1", "a P1 1 1", "x P2 3 3");
        unreadable("null", "null", "TAC-STA-1");
        unreadable("a field more", good.replace("\"winner\"", "\"z\":1,\"winner\""), "TAC-STA-1");
        unreadable("no winner", good.replace(",\"winner\":null", ""), "TAC-STA-1");
        unreadable("winner is a number", good.replace("\"winner\":null", "\"winner\":1"), "TAC-STA-1");
        unreadable("width 5.0", good.replace("\"width\":5", "\"width\":5.0"), "TAC-STA-1");
        unreadable("shape outranks units", good.replace("\"width\":5", "\"width\":5.0").replace("\"hp\":10", "\"hp\":1.5"), "TAC-STA-1");
        unreadable("hp 1e1", good.replace("\"hp\":10", "\"hp\":1e1"), "TAC-STA-2");
        unreadable("hp too much", good.replace("\"hp\":10", "\"hp\":1000001"), "TAC-STA-2");
        unreadable("hp huge", good.replace("\"hp\":10", "\"hp\":100000100000000000000000000"), "TAC-STA-2");
        unreadable("hp true", good.replace("\"hp\":10", "\"hp\":true"), "TAC-STA-2");
        unreadable("attack -1", good.replace("\"attack\":3", "\"attack\":-1"), "TAC-STA-2");
        unreadable("units outrank the rest", whole("P3", true, "null", "a P1 1 1 1 -1"), "TAC-STA-2");
        unreadable("six wide", good.replace("\"width\":5", "\"width\":6"), "TAC-BRD-1");
        unreadable("off the board", state("P1", "a P1 5 1", "x P2 3 3"), "TAC-BRD-2");
        unreadable("dead off the board", state("P1", "a P1 1 1", "x P2 3 3", "d P2 -1 0 0 3 dead"), "TAC-BRD-2");
        unreadable("a side is only marked alive", state("P1", "a P1 1 1", "x P2 3 3 0"), "TAC-STA-4");
        unreadable("won by a mark", whole("P1", true, "\"P2\"", "a P1 1 1", "x P2 3 3 0"), "TAC-STA-6");
        unreadable("two on a place off the board", state("P1", "a P1 9 9", "b P1 9 9", "x P2 3 3"), "TAC-BRD-2");
        unreadable("far too wide", good.replace("\"width\":5", "\"width\":1000001"), "TAC-STA-1");
        unreadable("one id twice", state("P1", "a P1 1 1", "a P2 3 3"), "TAC-UNT-5");
        unreadable("empty id", good.replace("\"id\":\"a\"", "\"id\":\"\""), "TAC-UNT-5");
        unreadable("two on a tile", state("P1", "a P1 1 1", "x P2 1 1"), "TAC-UNT-6");
        unreadable("owner P3", state("P1", "a P1 1 1", "x P2 3 3", "z P3 0 0"), "TAC-STA-3");
        unreadable("turn p1", state("p1", "a P1 1 1", "x P2 3 3"), "TAC-STA-3");
        unreadable("nobody of P2", state("P1", "a P1 1 1"), "TAC-STA-4");
        unreadable("over too early", whole("P1", true, "\"P1\"", "a P1 1 1", "x P2 3 3"), "TAC-STA-4");
        unreadable("all dead and over", whole("P1", true, "\"P1\"", "a P1 1 1 0 3 dead", "x P2 3 3 0 3 dead"), "TAC-STA-5 TAC-STA-6");
        unreadable("nobody", state("P1"), "TAC-STA-4 TAC-STA-5");
        unreadable("no winner", whole("P1", true, "null", "a P1 1 1"), "TAC-STA-6");
        unreadable("winner too early", whole("P1", false, "\"P1\"", "a P1 1 1", "x P2 3 3"), "TAC-STA-6");
        unreadable("dead winner", whole("P1", true, "\"P2\"", "a P1 1 1"), "TAC-STA-6");
        unreadable("everything", whole("P9", false, "\"P8\"", "a P1 1 1", "a P1 1 1", "b P1 9 9 0").replace("\"width\":5", "\"width\":0"),
            "TAC-BRD-1 TAC-BRD-2 TAC-STA-3 TAC-STA-4 TAC-STA-6 TAC-UNT-5 TAC-UNT-6");

        String[] judged = {state("P1", "a P1 1 1", "x P2 3 3", "d P2 1 1 7 3 dead", "e P1 1 1 -5 3 dead"), whole("P2", true, "\"P1\"", "a P1 1 1"), whole("P1", true, "\"P1\"", "a P1 1 1"),
            state("P1", "a P1 1 1", "A P2 3 3"), state("P1", "a P1 1 1", "x P2 3 3", "d P2 1 1 0", "e P1 1 1 -5"), whole("P1", true, "\"P1\"", "a P1 1 1", "x P2 3 3 0")};
        for (String one : judged) same("judged " + one, true, ask("legal", "hp-floor=zero dead-blocks=yes", "\"position\":" + one).startsWith("{\"actions\":"));

        String[][] actions = {
            {"null", "TAC-ACT-1"}, {"[]", "TAC-ACT-1"}, {"128", "TAC-ACT-1"}, {"{\"type\":\"FLY\",\"playerId\":\"P1\",\"x\":1}", "TAC-ACT-1"},
            {"{\"type\":\"move\",\"playerId\":\"P1\"}", "TAC-ACT-3"}, {"{\"type\":1,\"playerId\":\"P1\"}", "TAC-ACT-3"}, {"{\"type\":\"MOVE\"}", "TAC-ACT-4"},
            {"{\"type\":\"END_TURN\",\"playerId\":\"P1\",\"targetPosition\":{\"x\":1}}", "TAC-ACT-5"},
            {"{\"type\":\"END_TURN\",\"playerId\":\"P1\",\"targetPosition\":{\"x\":1,\"y\":1000001}}", "TAC-ACT-5"},
            {"{\"type\":\"END_TURN\",\"playerId\":\"P1\",\"targetPosition\":{\"x\":1,\"y\":1.0}}", "TAC-ACT-5"},
            {"{\"type\":\"END_TURN\",\"playerId\":\"P1\",\"targetUnitId\":1}", "TAC-ACT-6"},
            {"{\"type\":\"FLY\",\"playerId\":null,\"targetPosition\":1,\"targetUnitId\":[]}", "TAC-ACT-3\",\"TAC-ACT-4\",\"TAC-ACT-5\",\"TAC-ACT-6"}};
        for (String[] one : actions) {
            String expected = "{\"unreadable\":{\"broken\":[\"" + one[1] + "\"]}}";
            same(one[0], expected, ask("apply", "", "\"position\":" + good + ",\"action\":" + one[0]));
            same("over: " + one[0], expected, ask("validate", "", "\"position\":" + whole("P1", true, "\"P1\"", "a P1 1 1") + ",\"action\":" + one[0]));
        }
        same("left out is null", "{\"illegal\":{\"broken\":[\"TAC-ACT-2\"]}}", ask("apply", "", "\"position\":" + good + ",\"action\":{\"playerId\":\"P1\"}"));
        same("state first", "{\"unreadable\":{\"broken\":[\"TAC-STA-1\"]}}", ask("apply", "turn-limits=once-per-unit", "\"position\":{},\"spent\":1,\"action\":1"));
        same("then spent", "{\"unreadable\":{\"broken\":[\"TAC-TRN-7\"]}}", ask("apply", "turn-limits=once-per-unit", "\"position\":" + good + ",\"spent\":1,\"action\":1"));
        String[] spent = {"[]", "{}", "{\"moved\":[]}", "{\"moved\":[],\"attacked\":[],\"x\":1}", "{\"moved\":[\"x\"],\"attacked\":[]}", "{\"moved\":[\"a\",\"a\"],\"attacked\":[]}",
            "{\"moved\":[],\"attacked\":null}", "{\"moved\":[],\"attacked\":[1]}", "{\"moved\":[],\"attacked\":[\"nobody\"]}"};
        for (String one : spent) same("spent " + one, "{\"unreadable\":{\"broken\":[\"TAC-TRN-7\"]}}", ask("perft", "turn-limits=once-per-turn", "\"depth\":0,\"position\":" + good + ",\"spent\":" + one));
        same("spent without limits", "{\"nodes\":1}", ask("perft", "", "\"depth\":0,\"position\":" + good + ",\"spent\":{\"moved\":[\"a\"],\"attacked\":[]}"));
    }

    // ---- chapter 12: the case of each entry

    private static void register() {
        String s = state("P1", "a P1 1 1", "d P1 2 1 0 3 dead", "x P2 4 4");
        verdict("", s, "MOVE P1 2 1", "valid");
        verdict("dead-blocks=yes", s, "MOVE P1 2 1", "occupied");

        s = state("P1", "a P1 1 1", "b P1 3 1", "x P2 4 4");
        verdict("", s, "MOVE P1 2 1 a", "ambiguous-mover unit-id-given");
        verdict("move-target-id=ignore", s, "MOVE P1 2 1 a", "ambiguous-mover");
        verdict("move-target-id=selects", s, "MOVE P1 2 1 a", "valid");
        verdict("", s, "MOVE P1 0 1 b", "unit-id-given");
        verdict("move-target-id=ignore", s, "MOVE P1 0 1 b", "valid");
        verdict("move-target-id=selects", s, "MOVE P1 0 1 b", "not-one-step");
        verdict("move-target-id=selects", s, "MOVE P1 0 1 q", "mover-missing");
        verdict("move-target-id=selects", s, "MOVE P1 4 3 x", "mover-not-own");
        applied("move-target-id=ignore", s, "MOVE P1 0 1 b", state("P1", "a P1 0 1", "b P1 3 1", "x P2 4 4"));
        applied("move-target-id=selects", s, "MOVE P1 2 1 b", state("P1", "a P1 1 1", "b P1 2 1", "x P2 4 4"));

        s = state("P1", "a P1 1 1", "c P1 3 2", "x P2 3 1");
        verdict("", s, "MOVE_AND_ATTACK P1 2 1 x", "ambiguous-attacker-after-move");
        verdict("attacker-after-move=any-unique", s, "MOVE_AND_ATTACK P1 2 1 x", "ambiguous-attacker-after-move");
        verdict("attacker-after-move=mover-alone", s, "MOVE_AND_ATTACK P1 2 1 x", "valid");
        verdict("", s, "MOVE_AND_ATTACK P1 0 1 x", "not-adjacent-after-move");
        verdict("attacker-after-move=mover-alone", s, "MOVE_AND_ATTACK P1 0 1 x", "not-adjacent-after-move");
        verdict("attacker-after-move=any-unique", s, "MOVE_AND_ATTACK P1 0 1 x", "valid");
        applied("attacker-after-move=any-unique", s, "MOVE_AND_ATTACK P1 0 1 x", state("P2", "a P1 0 1", "c P1 3 2", "x P2 3 1 7"));

        verdict("", s, "END_TURN P2", "not-your-turn");
        verdict("end-turn-off-turn=allow", s, "END_TURN P2", "valid");
        verdict("end-turn-off-turn=allow", s, "MOVE P2 4 1", "not-your-turn");
        applied("end-turn-off-turn=allow", s, "END_TURN P2", state("P2", "a P1 1 1", "c P1 3 2", "x P2 3 1"));
        applied("end-turn-off-turn=allow off-turn-end-effect=opponent", s, "END_TURN P2", s);
        applied("end-turn-off-turn=allow off-turn-end-effect=opponent", s, "END_TURN P1", state("P2", "a P1 1 1", "c P1 3 2", "x P2 3 1"));

        s = state("P1", "a P1 1 1", "x P2 2 1 2", "y P2 4 4");
        applied("", s, "ATTACK P1 2 1 x", state("P1", "a P1 1 1", "x P2 2 1 -1 3 dead", "y P2 4 4"));
        applied("hp-floor=zero", s, "ATTACK P1 2 1 x", state("P1", "a P1 1 1", "x P2 2 1 0 3 dead", "y P2 4 4"));

        s = state("P1", "a P1 1 1", "x P2 3 1 3");
        applied("", s, "MOVE_AND_ATTACK P1 2 1 x", whole("P2", true, "\"P1\"", "a P1 2 1", "x P2 3 1 0 3 dead"));
        applied("turn-after-winning-move-attack=stays", s, "MOVE_AND_ATTACK P1 2 1 x", whole("P1", true, "\"P1\"", "a P1 2 1", "x P2 3 1 0 3 dead"));

        s = state("P1", "a P1 1 1", "x P2 4 4");
        String spent = ",\"spent\":{\"moved\":[\"a\"],\"attacked\":[]}";
        same("limits none", "valid", kinds("", s, "MOVE P1 0 1", spent));
        same("limits once", "already-moved", kinds("turn-limits=once-per-unit", s, "MOVE P1 0 1", spent));
        same("limits in all", "already-moved", kinds("turn-limits=once-per-turn", state("P1", "a P1 1 1", "b P1 3 3", "x P2 4 4"), "MOVE P1 3 4", spent));
        String two = "\"actions\":[" + action("MOVE P1 0 1") + "," + action("MOVE P1 0 0") + "],\"position\":" + s;
        same("replay none", "{\"applied\":2,\"position\":" + state("P1", "a P1 0 0", "x P2 4 4") + ",\"refused\":null}", ask("replay", "", two));
        same("replay once", "{\"applied\":1,\"position\":" + state("P1", "a P1 0 1", "x P2 4 4") + ",\"refused\":\"illegal\"}", ask("replay", "turn-limits=once-per-unit", two));

        s = state("P1", "a P1 1 1", "x P2 2 1");
        verdict("", s, "ATTACK P1 4 4 x", "position-mismatch");
        verdict("mismatch-check=server", s, "ATTACK P1 4 4 x", "valid");
        verdict("mismatch-check=server", s, "ATTACK P1 5 4 x", "off-board");
        verdict("", s, "ATTACK P1 5 4 x", "off-board position-mismatch");
        verdict("", s, "ATTACK P1 5 4 q", "off-board target-missing");

        s = state("P1", "a P1 1 1", "b P1 2 0", "x P2 3 1");
        verdict("", s, "MOVE_AND_ATTACK P1 2 1 x", "ambiguous-attacker-after-move ambiguous-mover");
        same("fixed", "Ambiguous attacker after movement", message("", s, "MOVE_AND_ATTACK P1 2 1 x"));
        same("free", false, "Ambiguous attacker after movement".equals(message("several-movers-message=free", s, "MOVE_AND_ATTACK P1 2 1 x")));

        s = state("P1", "a P1 2 1", "b P1 1 0", "c P1 3 2", "x P2 3 1");
        String any = "attacker-after-move=any-unique";
        verdict(any, s, "MOVE_AND_ATTACK P1 1 1 x", "ambiguous-attacker-after-move ambiguous-mover");
        verdict(any + " move-attack-inference=whole", s, "MOVE_AND_ATTACK P1 1 1 x", "valid");
        applied(any + " move-attack-inference=whole", s, "MOVE_AND_ATTACK P1 1 1 x", state("P2", "a P1 1 1", "b P1 1 0", "c P1 3 2", "x P2 3 1 7"));
    }

    // ---- what the chapters show

    private static void chapters() {
        String s = state("P1", "a P1 1 1", "b P1 3 1", "x P2 4 4");
        verdict("", s, "MOVE P1 2 1", "ambiguous-mover");
        same("no fixed words in a MOVE", false, "Ambiguous attacker after movement".equals(message("", s, "MOVE P1 2 1")));
        verdict("", s, "- P1", "type-missing");
        verdict("", s, "- P2", "not-your-turn type-missing");
        verdict("", s, "MOVE P1", "position-missing");
        verdict("", s, "ATTACK P1", "position-missing unit-id-missing");
        verdict("", s, "MOVE_AND_ATTACK P1", "position-missing unit-id-missing");
        verdict("", s, "MOVE P2 4 3", "not-your-turn");
        verdict("", s, "MOVE P1 1 1", "not-one-step occupied");
        verdict("", s, "MOVE P1 3 3", "not-one-step");
        verdict("", s, "MOVE P1 4 3", "mover-not-own not-one-step");
        verdict("", s, "END_TURN P1 9 9 nobody", "valid");
        verdict("", state("P1", "a P1 4 2", "x P2 0 0"), "MOVE P1 5 2", "off-board");
        verdict("", state("P1", "a P1 0 0", "d P1 4 3 0 3 dead", "x P2 0 4"), "MOVE P1 4 4", "mover-dead not-one-step");

        s = state("P1", "a P1 1 1", "x P2 2 1", "b P1 3 1");
        verdict("", s, "ATTACK P1 2 1 x", "ambiguous-attacker");
        same("words", "Ambiguous attacker", message("", s, "ATTACK P1 2 1 x"));
        verdict("", s, "ATTACK P1 1 1 a", "attacker-not-own not-adjacent target-not-enemy");
        s = state("P1", "a P1 1 1", "x P2 2 1", "b P1 3 1 0 3 dead");
        verdict("", s, "ATTACK P1 2 1 x", "valid");
        verdict("", s, "ATTACK P1 3 1 b", "attacker-not-own not-adjacent target-dead target-not-enemy");
        s = state("P1", "a P1 1 1", "b P1 3 1 0 3 dead", "x P2 4 1");
        verdict("", s, "ATTACK P1 4 1 x", "attacker-dead not-adjacent");
        s = state("P1", "a P1 1 1", "b P1 3 1 0", "x P2 1 2 3", "y P2 4 4 -2", "z P2 0 0"); // TAC-UNT-7
        verdict("", s, "MOVE P1 4 1", "mover-dead not-one-step");
        verdict("", s, "ATTACK P1 4 4 y", "not-adjacent target-dead");
        verdict("dead-blocks=yes", state("P1", "a P1 2 1", "b P1 3 1 0", "x P2 4 4"), "MOVE P1 3 1", "occupied");
        applied("", s, "MOVE P1 2 1", state("P1", "a P1 2 1", "b P1 3 1 0 3 dead", "x P2 1 2 3", "y P2 4 4 -2 3 dead", "z P2 0 0"));
        applied("life-without-hp=kept", s, "MOVE P1 2 1", state("P1", "a P1 2 1", "b P1 3 1 0", "x P2 1 2 3", "y P2 4 4 -2", "z P2 0 0"));
        applied("", state("P1", "a P1 1 1", "x P2 1 2 3", "y P2 4 4 -2"), "ATTACK P1 1 2 x",
            whole("P1", true, "\"P1\"", "a P1 1 1", "x P2 1 2 0 3 dead", "y P2 4 4 -2 3 dead"));

        s = state("P1", "a P1 1 1", "b P1 3 3", "x P2 4 3");
        verdict("", s, "MOVE_AND_ATTACK P1 2 1 a", "not-adjacent-after-move target-not-enemy");
        verdict("", s, "MOVE_AND_ATTACK P1 2 1 q", "target-missing");
        verdict("", s, "MOVE_AND_ATTACK P1 0 4 x", "not-one-step");

        String over = whole("P1", true, "\"P1\"", "a P1 1 1", "x P2 3 1 0 3 dead");
        for (String one : new String[] {"MOVE P1 1 2", "END_TURN P1", "END_TURN P2", "- P2", "ATTACK P2"}) {
            verdict("end-turn-off-turn=allow", over, one, "game-over");
            same("words", "Game is already over", message("", over, one));
        }
        s = state("P1", "a P1 1 1", "x P2 2 1 3");
        applied("", s, "ATTACK P1 2 1 x", whole("P1", true, "\"P1\"", "a P1 1 1", "x P2 2 1 0 3 dead"));
        s = state("P1", "a P1 1 1 10 0", "x P2 2 1 3");
        applied("", s, "ATTACK P1 2 1 x", s);

        String once = "turn-limits=once-per-unit";
        s = state("P1", "a P1 1 1", "b P1 3 1", "x P2 4 4");
        same("spent steps aside", "valid", kinds(once, s, "MOVE P1 2 1", ",\"spent\":{\"moved\":[\"a\"],\"attacked\":[]}"));
        same("selected", "valid", kinds(once + " move-target-id=selects", s, "MOVE P1 2 1 b", ",\"spent\":{\"moved\":[\"a\"],\"attacked\":[]}"));
        s = state("P1", "a P1 1 1", "x P2 2 1");
        same("attacked", "already-attacked", kinds(once, s, "ATTACK P1 2 1 x", ",\"spent\":{\"moved\":[],\"attacked\":[\"a\"]}"));
        String actions = action("ATTACK P1 2 1 x") + "," + action("END_TURN P1") + "," + action("END_TURN P2") + "," + action("ATTACK P1 2 1 x") + "," + action("ATTACK P1 2 1 x");
        same("turns give back", "{\"applied\":4,\"position\":" + state("P1", "a P1 1 1", "x P2 2 1 4") + ",\"refused\":\"illegal\"}",
            ask("replay", once, "\"position\":" + s + ",\"actions\":[" + actions + "]"));
        same("unreadable later", "{\"applied\":1,\"position\":" + state("P2", "a P1 1 1", "x P2 2 1") + ",\"refused\":\"unreadable\"}",
            ask("replay", "", "\"position\":" + s + ",\"actions\":[" + action("END_TURN P1") + ",7,8]"));
        same("no list", "{\"unreadable\":{\"broken\":[\"TAC-LST-3\"]}}", ask("replay", "", "\"position\":" + s + ",\"actions\":{}"));
    }

    /** Broken and moot, as chapter 0 has them, without the TAC- of the ids. */
    private static void moot(String readings, String state, String spent, String action, String expected) throws Exception {
        State s = State.read(Json.parse(state));
        Question q = new Question(s, Spent.read(Json.parse(spent), s), Action.read(Json.parse(action(action))), new Readings((Map<?, ?>) Json.parse(readings(readings))));
        Checks checks = new Checks(q);
        same(action + " " + readings, expected, (String.join(" ", checks.clauses()) + " | " + String.join(" ", Checks.ids(checks.moot))).replace("TAC-", ""));
    }

    private static void moot() throws Exception {
        String s = state("P1", "a P1 1 1", "b P1 3 1", "d P2 2 0 0 3 dead", "x P2 4 4");
        String none = "null";
        String some = "{\"moved\":[\"a\"],\"attacked\":[\"b\"]}";
        String once = "turn-limits=once-per-unit";
        String selects = "move-target-id=selects";
        moot("", s, none, "MOVE P1", "TGT-1 | MOV-1 MOV-2 MOV-3 MOV-4 MOV-5 TGT-2");
        moot(once, s, some, "MOVE P1", "TGT-1 | MOV-1 MOV-2 MOV-3 MOV-4 MOV-5 TGT-2 TRN-5");
        moot("", s, some, "MOVE P1", "TGT-1 | MOV-1 MOV-2 MOV-3 MOV-4 MOV-5 TGT-2");
        moot(selects, s, none, "MOVE P1 - d", "MOV-3 MOV-4 TGT-1 | MOV-1 MOV-2 MOV-5 TGT-2");
        moot(selects, s, none, "MOVE P1 - a", "TGT-1 | MOV-1 MOV-2 MOV-5 TGT-2");
        moot(selects + " " + once, s, some, "MOVE P1 2 1 q", "MOV-7 | MOV-2 MOV-3 MOV-4 MOV-5 TRN-5");
        moot(selects, s, none, "MOVE P1 4 4 q", "MOV-1 MOV-7 | MOV-2 MOV-3 MOV-4 MOV-5");
        moot("", s, none, "ATTACK P1 - x", "ATK-1 TGT-1 | TGT-2 TGT-7");
        moot("", s, none, "ATTACK P1 4 4", "TGT-3 | ATK-1 ATK-2 ATK-3 ATK-4 TGT-5 TGT-6 TGT-7");
        moot(once, s, some, "ATTACK P1 4 4 q", "TGT-4 | ATK-1 ATK-2 ATK-3 ATK-4 TGT-5 TGT-6 TGT-7 TRN-6");
        moot("", s, none, "MOVE_AND_ATTACK P1 2 2 x", "MOV-2 | MAT-2 MAT-3");
        moot(once, s, some, "MOVE_AND_ATTACK P1 0 4 x", "MOV-2 | MAT-2 MAT-3 TRN-6");
        moot("", s, none, "MOVE_AND_ATTACK P1 1 2", "TGT-3 | MAT-2 MAT-3 TGT-5 TGT-6");
        moot("", s, none, "MOVE_AND_ATTACK P1 - x", "TGT-1 | MAT-2 MAT-3 MOV-1 MOV-2 MOV-3 MOV-4 MOV-5 TGT-2");
        moot("", s, none, "END_TURN P2", "TRN-2 | ");
        moot("", s, none, "MOVE P1 3 0", " | ");
        moot("", state("P1", "a P1 0 4", "d P2 2 0 0 3 dead", "x P2 4 4"), none, "MOVE P1 2 1", "MOV-2 MOV-3 MOV-4 | ");
    }

    private static void lists() {
        int[] counts = {1, 5, 33, 195};
        for (int depth = 0; depth < counts.length; depth++) {
            same("perft " + depth, "{\"nodes\":" + counts[depth] + "}", ask("perft", "", "\"position\":" + START + ",\"depth\":" + depth));
        }
        for (String depth : new String[] {"-1", "1.0", "null", "\"1\"", "true", "1e0"}) {
            same("depth " + depth, "{\"unreadable\":{\"broken\":[\"TAC-LST-4\"]}}", ask("perft", "", "\"position\":" + START + ",\"depth\":" + depth));
        }
        String over = whole("P1", true, "\"P1\"", "a P1 1 1");
        same("over", "{\"actions\":[]}", ask("legal", "", "\"position\":" + over));
        same("over 0", "{\"nodes\":1}", ask("perft", "", "\"position\":" + over + ",\"depth\":0"));
        same("over 1", "{\"nodes\":0}", ask("perft", "", "\"position\":" + over + ",\"depth\":99999999999999999999"));
        String s = state("P1", "a P1 0 0", "b P1 1 1", "x P2 4 4");
        String named = ask("legal", "move-target-id=selects", "\"position\":" + s);
        same("named where it must be", true, named.contains(action("MOVE P1 0 1 a")) && named.contains(action("MOVE P1 0 1 b")) && !named.contains(action("MOVE P1 0 1"))
            && named.contains(action("MOVE P1 2 1")) && !named.contains(action("MOVE P1 2 1 b")));
        same("never off turn", true, !ask("legal", "end-turn-off-turn=allow", "\"position\":" + s).contains("\"P2\""));
    }

    // ---- what the rulebook says of all states

    private static final class Fuzz {
        private final Random random;
        private final Map<String, Integer> broken = new TreeMap<>();
        private final Map<String, Integer> alone = new TreeMap<>();
        private long checks;

        Fuzz(long seed) {
            random = new Random(seed);
        }

        private Map<String, String> choices() {
            Map<String, String> choices = new HashMap<>();
            for (Map.Entry<String, List<String>> entry : Readings.REGISTER.entrySet()) {
                choices.put(entry.getKey(), entry.getValue().get(random.nextInt(entry.getValue().size())));
            }
            return choices;
        }

        /** Crowded on purpose: a corner of the board, many dead. */
        private State state() {
            int size = 2 + random.nextInt(4);
            while (true) {
                List<Unit> units = new ArrayList<>();
                int count = 2 + random.nextInt(6);
                for (int i = 0; i < count; i++) {
                    boolean marked = random.nextInt(4) > 0;
                    int hp = marked ? 1 + random.nextInt(4) : random.nextInt(5) - 2;
                    units.add(new Unit("u" + i, random.nextBoolean() ? "P1" : "P2", hp, random.nextInt(4), marked, new Place(random.nextInt(size), random.nextInt(size))));
                }
                State s = new State(new Place(5, 5), units, random.nextBoolean() ? "P1" : "P2", false, null);
                boolean over = !(s.lives("P1") && s.lives("P2"));
                if (over && random.nextInt(10) > 0) continue;
                s = new State(s.size(), units, s.turn(), over, over ? s.lives("P1") ? "P1" : "P2" : null);
                if (readable(s)) return s;
            }
        }

        private boolean readable(State s) {
            StringBuilder text = new StringBuilder();
            s.write(text);
            try {
                return State.read(Json.parse(text.toString())).equals(s);
            } catch (Unreadable | Json.Bad broken) {
                return false;
            }
        }

        private Spent spent(State s) {
            Spent spent = Spent.NOTHING;
            for (Unit u : s.units()) {
                if (!u.alive() || !u.own(s.turn())) continue;
                if (random.nextInt(3) == 0) spent = spent.moving(u.id());
                if (random.nextInt(3) == 0) spent = spent.attacking(u.id());
            }
            return spent;
        }

        private Action action(State s) {
            Kind type = random.nextInt(30) == 0 ? Kind.NONE : Kind.values()[1 + random.nextInt(random.nextInt(5) == 0 ? 4 : 3)];
            String player = random.nextInt(8) > 0 ? s.turn() : State.opponent(s.turn());
            Unit near = s.units().get(random.nextInt(s.units().size()));
            Unit named = s.units().get(random.nextInt(s.units().size()));
            Place place = new Place(near.at().x() + random.nextInt(3) - 1, near.at().y() + random.nextInt(3) - 1);
            if (type == Kind.ATTACK && random.nextInt(4) > 0) place = named.at();
            if (random.nextInt(20) == 0) place = null;
            boolean given = type == Kind.MOVE ? random.nextInt(3) == 0 : random.nextInt(20) > 0;
            return new Action(type, player, place, !given ? null : random.nextInt(20) == 0 ? "nobody" : named.id());
        }

        private void holds(boolean fine, String what, Question q) {
            checks++;
            if (fine) return;
            StringBuilder text = new StringBuilder();
            q.state.write(text);
            q.action.write(text.append(' '));
            same(what + " " + text + " " + q.spent, true, false);
        }

        void run(int rounds) {
            for (int i = 0; i < rounds; i++) {
                State s = state();
                Map<String, String> choices = choices();
                Readings readings = new Readings(choices);
                Spent spent = readings.once && random.nextBoolean() ? spent(s) : Spent.NOTHING;
                for (int j = 0; j < 8; j++) one(new Question(s, spent, action(s), readings), choices);
                if (i % 8 == 0) list(new Effects(s, spent), readings);
            }
            System.out.println(checks + " statements checked on " + rounds + " random states");
            StringBuilder never = new StringBuilder();
            for (Rule rule : Rule.values()) {
                if (!broken.containsKey(rule.clause)) never.append(" never broken: ").append(rule.clause);
                if (!alone.containsKey(rule.clause)) never.append(" never alone: ").append(rule.clause);
            }
            same("alone or not", " never alone: TAC-ATK-2 never alone: TAC-ATK-3", never.toString());
        }

        private void one(Question q, Map<String, String> choices) {
            Checks checks = new Checks(q);
            List<String> no = checks.clauses();
            List<String> moot = Checks.ids(checks.moot);
            Kind type = q.action.type();
            for (String clause : no) {
                broken.merge(clause, 1, Integer::sum);
                holds(!moot.contains(clause), "broken and moot", q);
            }
            if (no.size() == 1) alone.merge(no.get(0), 1, Integer::sum);
            holds(checks.valid() == Checks.valid(q), "short way", q);
            holds(!no.isEmpty() || moot.isEmpty(), "a valid action leaves nothing moot " + moot, q);
            holds(!q.state.over() || no.equals(List.of("TAC-WIN-2")) && moot.isEmpty(), "over outranks", q);
            if (!q.selecting) holds(!(no.contains("TAC-MOV-3") || no.contains("TAC-MOV-4")) || no.contains("TAC-MOV-2"), "only with TAC-MOV-2", q);
            holds(!(no.contains("TAC-ATK-2") || no.contains("TAC-ATK-3")) || no.contains("TAC-ATK-1"), "only with TAC-ATK-1", q);
            if (type == Kind.ATTACK && no.contains("TAC-TGT-2")) holds(no.contains("TAC-TGT-7") || q.target == null || q.readings.serverChecks, "off the board is a mismatch", q);
            if (type == Kind.MOVE_AND_ATTACK && no.contains("TAC-MAT-3") && q.readings.moverAlone) holds(no.contains("TAC-MOV-5"), "two attackers are two movers", q);
            if (!q.readings.anyUnique) {
                Map<String, String> other = new HashMap<>(choices);
                other.put("move-attack-inference", q.readings.whole ? "step" : "whole");
                holds(new Checks(new Question(q.state, q.spent, q.action, new Readings(other))).clauses().equals(no), "inference matters under any-unique alone", q);
                if (type == Kind.MOVE_AND_ATTACK && q.target != null && q.target.own(State.opponent(q.me))) {
                    int next = 0;
                    for (Unit mover : q.movers()) if (q.nextAfter(mover, mover)) next++;
                    holds(next == 0 || next == q.movers().size(), "all movers are next to the target, or none", q);
                }
            }
            Question turned = new Question(mirrored(q.state), q.spent, mirrored(q.action), q.readings);
            holds(new Checks(turned).clauses().equals(no), "symmetry", q);
            if (!checks.valid()) return;
            if (type == Kind.MOVE_AND_ATTACK && !q.readings.anyUnique) {
                Place from = q.movers().get(0).at();
                holds(Math.abs(from.x() - q.target.at().x()) + Math.abs(from.y() - q.target.at().y()) == 2, "distance two", q);
            }
            if (type.hits()) holds(q.attackers().size() == 1, "one attacker", q);
            if (type.steps()) holds(q.movers().size() == 1, "one mover", q);
            Effects after = Effects.of(q);
            holds(readable(after.state()), "what play leads to can be read", q);
            holds(Effects.of(turned).state().equals(mirrored(after.state())), "symmetric effects", q);
        }

        /** Each valid action of the player on turn has exactly one listed action that does the same; nothing listed twice. */
        private void list(Effects now, Readings readings) {
            List<Question> legal = now.legal(readings);
            Set<Action> listed = new HashSet<>();
            for (Question q : legal) holds(listed.add(q.action), "listed once", q);
            List<String> names = new ArrayList<>();
            names.add(null);
            names.add("nobody");
            for (Unit u : now.state().units()) names.add(u.id());
            for (Kind type : Kind.values()) {
                for (int x = -1; x < 6; x++) for (int y = -1; y < 6; y++) for (String name : names) {
                    Question q = new Question(now.state(), now.spent(), new Action(type, now.state().turn(), new Place(x, y), name), readings);
                    if (!Checks.valid(q)) {
                        holds(!listed.contains(q.action), "nothing invalid is listed", q);
                        continue;
                    }
                    int alike = 0;
                    for (Question l : legal) if (l.action.type() == type && doesTheSame(l, q)) alike++;
                    holds(alike == 1, "one way of writing, not " + alike, q);
                }
            }
        }

        /** The same doing: the same units act, to the same place, against the same target. */
        private static boolean doesTheSame(Question a, Question b) {
            Kind type = a.action.type();
            if (type.steps() && !(a.movers().equals(b.movers()) && a.action.place().equals(b.action.place()))) return false;
            return !type.hits() || a.target.equals(b.target);
        }

        /** A quarter turn, and the players swapped. */
        private static Place mirrored(Place at) {
            return new Place(at.y(), 4 - at.x());
        }

        private static State mirrored(State s) {
            List<Unit> units = new ArrayList<>();
            for (Unit u : s.units()) units.add(new Unit(u.id(), State.opponent(u.owner()), u.hp(), u.attack(), u.marked(), mirrored(u.at())));
            return new State(s.size(), units, State.opponent(s.turn()), s.over(), s.winner() == null ? null : State.opponent(s.winner()));
        }

        private static Action mirrored(Action a) {
            return new Action(a.type(), State.opponent(a.player()), a.place() == null ? null : mirrored(a.place()), a.name());
        }
    }
}
