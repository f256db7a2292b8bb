import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads vector files: those of one file that hold under the default readings, and are not promised away. */
final class Vectors {
    /** One question with its answer. */
    record Vector(String id, List<String> clauses, Map<String, Object> input, Map<String, Object> expect) {
        boolean mustBeRefused() {
            return expect.containsKey("illegal") || expect.containsKey("unreadable");
        }
    }

    private Vectors() {}

    private static Map<String, Object> load(String path) throws IOException, Json.Malformed {
        String other = System.getenv("LUDEX_VECTORS");
        Path root = other == null ? Path.of("..", "..", "..", "vectors") : Path.of(other);
        return Json.object(Json.parse(Files.readString(root.resolve(path))));
    }

    private static Map<String, Object> object(Map<String, Object> of, String name) {
        return Json.object(of.getOrDefault(name, Map.of()));
    }

    @SuppressWarnings("unchecked")
    private static List<String> names(Object value) {
        return value == null ? List.of() : (List<String>) value;
    }

    private static List<?> list(Map<String, Object> of, String name) {
        return (List<?>) of.getOrDefault(name, List.of());
    }

    /** What a file says of an edition; it must hold as many vectors as the manifest lists. */
    static List<Vector> read(String game, String edition, String topic, List<String> promises)
            throws IOException, Json.Malformed {
        Map<String, Object> manifest = load(game + "/manifest.json");
        Map<String, Object> file = load(game + "/topics/" + topic + ".json");
        Map<String, Object> facts = object(object(manifest, "files"), "topics/" + topic + ".json");
        Map<String, Object> register = object(object(object(manifest, "editions"), edition), "readings");
        Set<Integer> outside = new HashSet<>();
        for (String promise : promises) {
            addSpans((String) object(facts, "outside").getOrDefault(promise, ""), outside);
        }
        List<Vector> found = new ArrayList<>();
        long held = 0;
        int number = 0;
        for (Object one : list(file, "questions")) {
            Map<String, Object> question = Json.object(one);
            for (Object given : list(question, "answers")) {
                Map<String, Object> answer = Json.object(given);
                boolean asked = !outside.contains(number++);
                if (!names(answer.getOrDefault("editions", file.get("editions"))).contains(edition)) {
                    continue;
                }
                held++;
                if (asked && holds(list(answer, "holds"), register)) {
                    found.add(new Vector((String) question.get("id"), names(answer.get("clauses")),
                            object(question, "input"), object(answer, "expect")));
                }
            }
        }
        if (held == 0 || !object(facts, "vectors").get(edition).equals(held)) {
            throw new IllegalStateException(topic + " holds " + held + " vectors of " + edition + ", the manifest says otherwise");
        }
        return found;
    }

    /** The numbers of a text such as 0-88,91. */
    private static void addSpans(String text, Set<Integer> into) {
        for (String span : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] ends = span.split("-");
            for (int n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[ends.length - 1]); n++) {
                into.add(n);
            }
        }
    }

    /** Any alternative that is met in all its readings; no alternative at all means always. */
    private static boolean holds(List<?> alternatives, Map<String, Object> register) {
        return alternatives.isEmpty() || alternatives.stream().anyMatch(one -> Json.object(one).entrySet().stream().allMatch(
                reading -> names(reading.getValue()).contains((String) object(register, reading.getKey()).get("default"))));
    }
}
