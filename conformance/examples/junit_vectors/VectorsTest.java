import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tiny implementation beside this file gives what the vectors expect. */
class VectorsTest {
    /** What the implementation promises not to be for: its types leave no room for malformed input. */
    private static final List<String> PROMISES = List.of("well-formed");

    private interface Answer {
        Map<String, Object> to(Map<String, Object> input) throws TribunUnits.Refused;
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01", "2026-04"})
    void unitBytes(String edition) throws Exception {
        judge(edition, "codec-unit", input -> shown(TribunUnits.unit(whole(input.get("byte")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01", "2026-04"})
    void cids(String edition) throws Exception {
        judge(edition, "codec-cid", input -> {
            TribunUnits.Tile tile = TribunUnits.tile(whole(input.get("cid")));
            return Map.of("x", (long) tile.x(), "y", (long) tile.y());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01", "2026-04"})
    void normalization(String edition) throws Exception {
        judge(edition, "normalize", input -> {
            Map<String, Object> given = Json.object(input.get("unit"));
            return shown(TribunUnits.normalized(new TribunUnits.Unit(whole(given.get("p")), whole(given.get("s")),
                    (String) given.get("color"), (Boolean) given.get("tribun"))));
        });
    }

    private static int whole(Object value) {
        return Math.toIntExact((Long) value);
    }

    private static Map<String, Object> shown(Optional<TribunUnits.Unit> unit) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("unit", unit.map(one -> Map.<String, Object>of("p", (long) one.p(), "s", (long) one.s(),
                "color", one.color(), "tribun", one.tribun())).orElse(null));
        return shown;
    }

    /** Asks all vectors of a file; what fails is named by its id. */
    private static void judge(String edition, String topic, Answer answer) throws Exception {
        var wrong = new LinkedHashMap<String, String>();
        List<Vectors.Vector> vectors = Vectors.read("tribun", edition, topic, PROMISES);
        assertFalse(vectors.isEmpty(), "nothing is left to ask");
        for (Vectors.Vector vector : vectors) {
            String told;
            boolean right;
            try {
                Map<String, Object> given = answer.to(vector.input());
                told = Json.write(given);
                right = !vector.mustBeRefused() && given.equals(vector.expect());
            } catch (TribunUnits.Refused refused) {
                told = "refused";
                right = vector.mustBeRefused();
            }
            if (!right) {
                wrong.put(vector.id(), vector.clauses() + " expected " + Json.write(vector.expect()) + ", got " + told);
            }
        }
        assertEquals(Map.of(), wrong);
    }
}
