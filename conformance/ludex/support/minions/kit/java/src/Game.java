import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Your engine of Minions: what it says of itself, and a function for each method that it answers.
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
        METHODS.put("board", Game::board);
        METHODS.put("map", Game::map);
    }

    /**
     * Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
     * In each edition name the readings that you can follow: {"readings": {"entry": ["choice"]}}.
     */
    private static final Object EDITIONS = Json.of("""
            {"@EDITIONS@": {}}""");

    static final Map<String, Object> HELLO = Map.of(
            "protocol", 1L,
            "engine", Map.of("name", "my-minions-engine", "version", "0.1", "language", "Java"),
            "games", Map.of("minions", Map.of("editions", EDITIONS, "methods", List.copyOf(METHODS.keySet()))));

    private Game() {}

    private static Map<String, Object> readings(Map<String, Object> params) {
        return Json.object(params.get("readings"));
    }

    /** The boards of a position. */
    private static List<Lines.Board> boards(Minions.Position position, Map<String, Object> params) {
        if (position.boards().size() != position.maps().size()) {
            throw Refused.unreadable();
        }
        boolean active = position.status() == Minions.PositionStatus.ACTIVE;
        var boards = new ArrayList<Lines.Board>();
        for (int i = 0; i < position.boards().size(); i++) {
            Lines.readMap(position.maps().get(i), readings(params));
            boards.add(board(position.boards().get(i), position.side().json(), active));
        }
        return boards;
    }

    private static Lines.Board board(Object line, String side, boolean active) {
        Lines.Board board = Lines.read(line);
        if (!Lines.isSound(board, side, active)) {
            throw Refused.unreadable();
        }
        return board;
    }

    /** All legal actions of a position: {"actions": [actions]}, in any order, each once. */
    private static Object legal(Map<String, Object> params) {
        var position = Minions.Position.read(params.get("position"));
        var boards = boards(position, params);
        return Wire.unsupported("legal is not written yet (" + boards.size() + " boards)");
    }

    /** The position after an action: {"position": …}; what is not legal is refused. */
    private static Object apply(Map<String, Object> params) {
        var position = Minions.Position.read(params.get("position"));
        boards(position, params);
        var action = Minions.Action.read(params.get("action"));
        return Wire.unsupported(action.getClass().getSimpleName() + " is not written yet");
    }

    /** A line, read and written again. */
    private static Object board(Map<String, Object> params) {
        String side = Minions.Side.read(params.get("side")).json();
        Lines.readMap(params.get("map"), readings(params));
        return Map.of("line", Lines.write(board(params.get("line"), side, true)));
    }

    /** What is where on a map. */
    private static Object map(Map<String, Object> params) {
        String signs = Lines.readRows(params.get("rows"), readings(params));
        return Map.of("graveyards", hexes(signs, 'G'), "water", hexes(signs, 'W'), "swaps", Lines.swaps(signs));
    }

    private static List<String> hexes(String signs, char sign) {
        return IntStream.range(0, 100).filter(here -> signs.charAt(here) == sign).mapToObj(Lines.NAMES::get).toList();
    }
}
