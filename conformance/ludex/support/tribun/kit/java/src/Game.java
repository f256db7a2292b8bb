import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Your engine of Tribun: what it says of itself, and a function for each method that it answers.
 *
 * <p>params holds game, edition, readings (entry to choice, for every entry of the register) and the fields of the
 * method. Give back the result; `throw Refused.illegal()` or `throw Refused.unreadable()` refuses, and
 * `return Wire.unsupported("why")` (further in: `throw Refused.unsupported("why")`) says what is not written yet.
 */
final class Game {
    static final Map<String, Wire.Method> METHODS = new LinkedHashMap<>();

    static {
        METHODS.put("legal", Game::legal);
        METHODS.put("apply", Game::apply);
        METHODS.put("unit", Game::unit);
        METHODS.put("encode_unit", Game::encodeUnit);
        METHODS.put("cid", params -> Tribun.readCid(params.get("cid")));
        METHODS.put("word", Game::word);
        METHODS.put("encode_word", Game::encodeWord);
    }

    /**
     * Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
     * In each edition name the readings that you can follow: {"readings": {"kill-mover": ["move", "attack"]}}.
     */
    private static final Map<String, Object> EDITIONS = Map.of("2026-01", Map.of(), "2026-04", Map.of());

    static final Map<String, Object> HELLO = Map.of(
            "protocol", 1L,
            "engine", Map.of("name", "my-tribun-engine", "version", "0.1", "language", "Java"),
            "games", Map.of("tribun", Map.of("editions", EDITIONS, "methods", List.copyOf(METHODS.keySet()))));

    private Game() {}

    private static String edition(Map<String, Object> params) {
        return (String) params.get("edition");
    }

    private static Map<String, Object> readings(Map<String, Object> params) {
        return Json.object(params.get("readings"));
    }

    private static Tribun.Position position(Map<String, Object> params) {
        return Tribun.readPosition(params.get("position"), edition(params), readings(params));
    }

    /** All legal actions of a position: {"actions": [words]}, in any order, each once. */
    private static Object legal(Map<String, Object> params) {
        Tribun.Position position = position(params);
        return Wire.unsupported("legal is not written yet (" + position.turn() + " is to move)");
    }

    /** The position after an action: {"position": showPosition(…)}; what is not legal is refused. */
    private static Object apply(Map<String, Object> params) {
        position(params);
        Tribun.Action action = Tribun.readWord(params.get("action"), edition(params));
        return Wire.unsupported(action.opcode() + " is not written yet");
    }

    private static Object unit(Map<String, Object> params) {
        var result = new HashMap<String, Object>();
        result.put("unit", Tribun.showUnit(Tribun.readByte(params.get("byte"), readings(params))));
        return result;
    }

    private static Object encodeUnit(Map<String, Object> params) {
        return Map.of("byte", Tribun.writeByte(Tribun.readUnit(params.get("unit"), readings(params))));
    }

    private static Object word(Map<String, Object> params) {
        Tribun.Action action = Tribun.readWord(params.get("word"), edition(params));
        return Map.of("opcode", action.opcode(), "fields", action.fields());
    }

    private static Object encodeWord(Map<String, Object> params) {
        return Map.of("word", Tribun.writeWord(params.get("opcode"), params.get("fields"), edition(params)));
    }
}
