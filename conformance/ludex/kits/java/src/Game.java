import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Your engine of @GAME@: what it says of itself, and a function for each method that it answers.
 *
 * <p>params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the
 * method. Give back the result; `throw Refused.illegal()` or `throw Refused.unreadable()` refuses.
 */
final class Game {
    static final Map<String, Wire.Method> METHODS = new LinkedHashMap<>();

    static {
        for (String method : List.of("@METHODS@")) {
            METHODS.put(method, params -> Wire.unsupported(method + " is not written yet"));
        }
    }

    /** In each edition name the readings that you can follow: {"readings": {"entry": ["choice"]}}. */
    private static final Object EDITIONS = Json.of("""
            {"@EDITIONS@": {}}""");

    static final Map<String, Object> HELLO = Map.of(
            "protocol", 1L,
            "engine", Map.of("name", "my-@GAME@-engine", "version", "0.1", "language", "Java"),
            "games", Map.of("@GAME@", Map.of("editions", EDITIONS, "methods", List.copyOf(METHODS.keySet()))));

    private Game() {}
}
