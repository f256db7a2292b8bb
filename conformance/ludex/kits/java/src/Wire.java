import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change. */
final class Wire {
    /** A function for each method: from params to a result, both as in Json. */
    interface Method extends Function<Map<String, Object>, Object> {}

    /** A request that cannot be served; it travels as a JSON-RPC error. */
    private static final class Complaint extends Exception {
        private static final long serialVersionUID = 1L;

        final int code;

        Complaint(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    private Wire() {}

    /** The result of what is not written yet; it counts as unsupported, not as wrong. */
    static Map<String, Object> unsupported(String reason) {
        return Map.of("unsupported", Map.of("reason", reason));
    }

    /** Answers each line, until `shutdown` comes or the input ends. What is printed meanwhile goes to stderr. */
    static void serve(Object hello, Map<String, Method> methods) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        System.setOut(System.err);
        boolean ended = false;
        for (String line = in.readLine(); line != null && !ended; line = ended ? null : in.readLine()) {
            if (!line.isBlank()) {
                ended = answer(line, hello, methods, out);
            }
            if (ended || !in.ready()) {
                out.flush();
            }
        }
        out.flush();
    }

    /** Writes the answer to a line; whether it is the last one. */
    private static boolean answer(String line, Object hello, Map<String, Method> methods, BufferedWriter out)
            throws IOException {
        var message = new LinkedHashMap<String, Object>();
        message.put("jsonrpc", "2.0");
        message.put("id", null);
        boolean last = false;
        try {
            Map<String, Object> request = parsed(line);
            message.put("id", request.get("id"));
            String method = method(request);
            last = method.equals("shutdown");
            message.put("result", result(method, params(request), hello, methods));
        } catch (Complaint complaint) {
            message.put("error", error(complaint.code, complaint.getMessage()));
        } catch (RuntimeException | StackOverflowError mistake) {
            // a mistake of yours reaches the report, and the engine goes on
            mistake.printStackTrace();
            message.put("error", error(-32603, mistake.toString()));
        }
        out.write(Json.write(message));
        out.write('\n');
        return last;
    }

    private static Map<String, Object> error(int code, String message) {
        return Map.of("code", (long) code, "message", message);
    }

    private static Map<String, Object> parsed(String line) throws Complaint {
        Object request;
        try {
            request = Json.parse(line);
        } catch (Json.Malformed malformed) {
            throw new Complaint(-32700, "not JSON: " + malformed.getMessage());
        }
        if (!(request instanceof Map)) {
            throw new Complaint(-32600, "a request is an object");
        }
        return Json.object(request);
    }

    private static String method(Map<String, Object> request) throws Complaint {
        if (!"2.0".equals(request.get("jsonrpc")) || !request.containsKey("id")) {
            throw new Complaint(-32600, "a request has \"jsonrpc\": \"2.0\" and an id");
        }
        if (request.get("method") instanceof String method) {
            return method;
        }
        throw new Complaint(-32600, "a request has a method");
    }

    private static Map<String, Object> params(Map<String, Object> request) throws Complaint {
        Object params = request.getOrDefault("params", Map.of());
        if (!(params instanceof Map)) {
            throw new Complaint(-32602, "params must be an object");
        }
        return Json.object(params);
    }

    private static Object result(String method, Map<String, Object> params, Object hello, Map<String, Method> methods)
            throws Complaint {
        if (method.equals("initialize")) {
            return hello;
        }
        if (method.equals("shutdown")) {
            return Map.of();
        }
        if (!methods.containsKey(method)) {
            throw new Complaint(-32601, "no method " + method);
        }
        try {
            return methods.get(method).apply(params);
        } catch (Refused refused) {
            if (refused.kind.equals("unsupported")) {
                return unsupported(refused.broken.get(0));
            }
            return Map.of(refused.kind, refused.broken.isEmpty() ? Map.of() : Map.of("broken", List.copyOf(refused.broken)));
        }
    }
}
