import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** 5x5 Tactics over JSON-RPC, a message a line. */
public final class Engine {
    private static final List<String> METHODS = List.of("validate", "apply", "legal", "replay", "perft");
    private static final Map<String, String> NEEDED = Map.of("validate", "action", "apply", "action", "replay", "actions", "perft", "depth");
    private static final long PATIENCE = 8_000_000_000L;

    private boolean done;
    private Map<?, ?> lastGiven;
    private Readings lastReadings;

    public static void main(String[] arguments) throws IOException {
        Lines lines = new Lines(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        Engine engine = new Engine();
        while (!engine.done) {
            byte[] line = lines.next();
            if (line == null) break;
            String text = Lines.text(line);
            if (text != null && text.isBlank()) continue;
            if (line.length > 0 && text != null && text.contains("\"perft\"")) lines.flush();
            String answer = engine.answer(text);
            if (answer != null) lines.put(answer);
        }
        lines.flush();
    }

    /** The answer to a line, or null for none; a text of null is a line that is not UTF-8. */
    String answer(String text) {
        if (text == null) return error(null, -32700, "not UTF-8");
        Json reader = new Json(text);
        Object message;
        try {
            message = reader.document();
        } catch (Json.Bad broken) {
            return error(null, -32700, broken.getMessage());
        }
        if (!(message instanceof Map)) return error(null, -32600, "a request is an object");
        Map<?, ?> request = (Map<?, ?>) message;
        Object given = request.get("id");
        boolean named = given == null || given instanceof String || given instanceof Number || given instanceof Json.Fraction;
        String id = named ? reader.rawId : null;
        Object method = request.get("method");
        if (!named || !"2.0".equals(request.get("jsonrpc")) || !(method instanceof String)) return error(id, -32600, "not a request");
        String out;
        try {
            out = result(id, (String) method, request.containsKey("params") ? request.get("params") : Map.of());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
            out = error(id, -32603, String.valueOf(fault));
        }
        return request.containsKey("id") ? out : null;
    }

    private static String error(String id, int code, String words) {
        StringBuilder out = new StringBuilder("{\"jsonrpc\":\"2.0\",\"id\":");
        out.append(id).append(",\"error\":{\"code\":").append(code).append(",\"message\":");
        Json.quote(out, words);
        return out.append("}}").toString();
    }

    private String result(String id, String method, Object params) {
        boolean known = method.equals("initialize") || method.equals("shutdown") || METHODS.contains(method);
        if (!known) return error(id, -32601, "no method " + method);
        if (!(params instanceof Map)) return error(id, -32602, "params is an object");
        String missing = missing(method, (Map<?, ?>) params);
        if (missing != null) return error(id, -32602, "params." + missing + " is missing");
        StringBuilder out = new StringBuilder(512);
        out.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id).append(",\"result\":");
        if (method.equals("initialize")) {
            hello(out);
        } else if (method.equals("shutdown")) {
            done = true;
            out.append("{}");
        } else {
            int start = out.length();
            try {
                ask(out, method, (Map<?, ?>) params);
            } catch (Unreadable broken) {
                out.setLength(start);
                refuse(out, "unreadable", broken.broken);
            }
        }
        return out.append('}').toString();
    }

    /** The field that a request has to have and has not; a request without it is broken, before anything is read. */
    private static String missing(String method, Map<?, ?> params) {
        if (!METHODS.contains(method) || params.get("game") != null && !"tactics".equals(params.get("game"))) return null;
        if (!params.containsKey("position")) return "position";
        String field = NEEDED.get(method);
        return field == null || params.containsKey(field) ? null : field;
    }

    private static void hello(StringBuilder out) {
        out.append("{\"protocol\":1,\"engine\":{\"name\":\"tactics-java\",\"version\":\"1.0\",\"language\":\"Java\"},");
        out.append("\"games\":{\"tactics\":{\"editions\":{\"v1\":{\"readings\":");
        Json.write(out, Readings.REGISTER);
        out.append("}},\"methods\":");
        Json.write(out, METHODS);
        out.append(",\"tells\":[\"unreadable\"]}}}");
    }

    private static void refuse(StringBuilder out, String how, List<String> broken) {
        out.append("{\"").append(how).append("\":{\"broken\":");
        Json.write(out, broken);
        out.append("}}");
    }

    private static void unsupported(StringBuilder out, String reason) {
        out.append("{\"unsupported\":{\"reason\":");
        Json.quote(out, reason);
        out.append("}}");
    }

    private Readings readings(Object given) {
        Map<?, ?> choices = given instanceof Map ? (Map<?, ?>) given : Map.of();
        if (!choices.equals(lastGiven)) {
            lastReadings = new Readings(choices);
            lastGiven = choices;
        }
        return lastReadings;
    }

    private void ask(StringBuilder out, String method, Map<?, ?> params) throws Unreadable {
        Object game = params.get("game");
        Object edition = params.get("edition");
        if (game != null && !game.equals("tactics")) {
            unsupported(out, "only tactics is played here");
            return;
        }
        if (edition != null && !edition.equals("v1")) {
            unsupported(out, "only edition v1 is played here");
            return;
        }
        Readings readings;
        try {
            readings = readings(params.get("readings"));
        } catch (IllegalArgumentException unknown) {
            unsupported(out, unknown.getMessage());
            return;
        }
        State state = State.read(params.get("position"));
        Effects now = new Effects(state, Spent.read(readings.limited ? params.get("spent") : null, state));
        switch (method) {
            case "validate": validate(out, new Checks(question(now, params.get("action"), readings))); break;
            case "apply": apply(out, new Checks(question(now, params.get("action"), readings))); break;
            case "legal": legal(out, now, readings); break;
            case "replay": replay(out, now, params.get("actions"), readings); break;
            default: perft(out, now, params.get("depth"), readings); break;
        }
    }

    private static Question question(Effects now, Object action, Readings readings) throws Unreadable {
        return new Question(now.state(), now.spent(), Action.read(action), readings);
    }

    private static void validate(StringBuilder out, Checks checks) {
        out.append("{\"isValid\":").append(checks.valid()).append(",\"errorMessage\":");
        if (checks.valid()) out.append("null");
        else Json.quote(out, checks.words());
        out.append(",\"kinds\":");
        Json.write(out, checks.kinds());
        out.append('}');
    }

    private static void apply(StringBuilder out, Checks checks) {
        if (!checks.valid()) {
            refuse(out, "illegal", checks.clauses());
            return;
        }
        out.append("{\"position\":");
        Effects.of(checks.question).state().write(out);
        out.append('}');
    }

    private static void legal(StringBuilder out, Effects now, Readings readings) {
        out.append("{\"actions\":[");
        String sep = "";
        for (Question q : now.legal(readings)) {
            out.append(sep);
            q.action.write(out);
            sep = ",";
        }
        out.append("]}");
    }

    private static void replay(StringBuilder out, Effects now, Object actions, Readings readings) throws Unreadable {
        if (!(actions instanceof List)) throw new Unreadable("TAC-LST-3");
        int applied = 0;
        String refused = null;
        for (Object one : (List<?>) actions) {
            Question q;
            try {
                q = question(now, one, readings);
            } catch (Unreadable broken) {
                refused = "\"unreadable\"";
                break;
            }
            if (!Checks.valid(q)) {
                refused = "\"illegal\"";
                break;
            }
            now = Effects.of(q);
            applied++;
        }
        out.append("{\"applied\":").append(applied).append(",\"position\":");
        now.state().write(out);
        out.append(",\"refused\":").append(refused).append('}');
    }

    /** TAC-LST-4, layer by layer: each state that can be reached, with the number of ways that lead to it. */
    private static void perft(StringBuilder out, Effects start, Object depth, Readings readings) throws Unreadable {
        boolean whole = depth instanceof Long && (Long) depth >= 0 || depth instanceof BigInteger && ((BigInteger) depth).signum() >= 0;
        if (!whole) throw new Unreadable("TAC-LST-4");
        long turns = depth instanceof Long ? (Long) depth : Long.MAX_VALUE;
        long began = System.nanoTime();
        Map<Effects, BigInteger> layer = new HashMap<>();
        layer.put(start, BigInteger.ONE);
        BigInteger nodes = BigInteger.ONE;
        for (long turn = 1; turn <= turns && !layer.isEmpty(); turn++) {
            Map<Effects, BigInteger> next = new HashMap<>();
            nodes = BigInteger.ZERO;
            for (Map.Entry<Effects, BigInteger> one : layer.entrySet()) {
                if (System.nanoTime() - began > PATIENCE) {
                    unsupported(out, "depth " + depth + " takes too long");
                    return;
                }
                List<Question> legal = one.getKey().legal(readings);
                nodes = nodes.add(one.getValue().multiply(BigInteger.valueOf(legal.size())));
                if (turn < turns) for (Question q : legal) next.merge(Effects.of(q), one.getValue(), BigInteger::add);
            }
            layer = next;
        }
        out.append("{\"nodes\":").append(nodes).append('}');
    }
}
