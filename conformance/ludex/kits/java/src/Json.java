import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON: objects are Map, arrays are List, and there are String, Boolean and null; an integer is a Long (a BigInteger
 * when it is too large for one), any other number a Double.
 */
final class Json {
    /** Text that is no JSON. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The value that a text holds. */
    static Object parse(String text) throws Malformed {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.blank();
        if (reader.at < text.length()) {
            throw reader.malformed("more than one value");
        }
        return value;
    }

    /** The value of a text that you wrote yourself. */
    static Object of(String text) {
        try {
            return parse(text);
        } catch (Malformed malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private Malformed malformed(String what) {
        return new Malformed(what + " at " + at);
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean next(char letter) {
        blank();
        boolean there = at < text.length() && text.charAt(at) == letter;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char letter) throws Malformed {
        if (!next(letter)) {
            throw malformed("expected " + letter);
        }
    }

    private Object value() throws Malformed {
        blank();
        if (at >= text.length()) {
            throw malformed("nothing");
        }
        return switch (text.charAt(at)) {
            case '{' -> readObject();
            case '[' -> readArray();
            case '"' -> readString();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> readNumber();
        };
    }

    private Object word(String word, Object value) throws Malformed {
        if (!text.startsWith(word, at)) {
            throw malformed("no value");
        }
        at += word.length();
        return value;
    }

    private Map<String, Object> readObject() throws Malformed {
        var fields = new LinkedHashMap<String, Object>();
        expect('{');
        if (next('}')) {
            return fields;
        }
        do {
            blank();
            String name = readString();
            expect(':');
            fields.put(name, value());
        } while (next(','));
        expect('}');
        return fields;
    }

    private List<Object> readArray() throws Malformed {
        var items = new ArrayList<Object>();
        expect('[');
        if (next(']')) {
            return items;
        }
        do {
            items.add(value());
        } while (next(','));
        expect(']');
        return items;
    }

    private String readString() throws Malformed {
        expect('"');
        var read = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            if (letter < ' ') {
                throw malformed("a control character");
            }
            read.append(letter == '\\' ? escaped() : letter);
        }
        if (at >= text.length()) {
            throw malformed("a string without an end");
        }
        at++;
        return read.toString();
    }

    private char escaped() throws Malformed {
        if (at >= text.length()) {
            throw malformed("a string without an end");
        }
        char letter = text.charAt(at++);
        if (letter == 'u') {
            return unicode();
        }
        int place = "\"\\/bfnrt".indexOf(letter);
        if (place < 0) {
            throw malformed("an unknown escape");
        }
        return "\"\\/\b\f\n\r\t".charAt(place);
    }

    private char unicode() throws Malformed {
        try {
            at += 4;
            return (char) Integer.parseInt(text, at - 4, at, 16);
        } catch (NumberFormatException | IndexOutOfBoundsException wrong) {
            throw malformed("an unknown escape");
        }
    }

    private Object readNumber() throws Malformed {
        int from = at;
        while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            throw malformed("no value");
        }
        if (!number.matches("-?[0-9]+")) {
            return Double.valueOf(number);
        }
        var whole = new BigInteger(number);
        return whole.bitLength() < 64 ? (Object) whole.longValue() : whole;
    }

    /** A value as one line of text. */
    static String write(Object value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> fields) {
            String between = "{";
            for (var field : fields.entrySet()) {
                out.append(between);
                write((String) field.getKey(), out);
                write(field.getValue(), out.append(':'));
                between = ",";
            }
            out.append(fields.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> items) {
            String between = "[";
            for (Object item : items) {
                write(item, out.append(between));
                between = ",";
            }
            out.append(between.equals("[") ? "[]" : "]");
        } else if (value instanceof String text) {
            write(text, out);
        } else {
            out.append(value);
        }
    }

    private static void write(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                out.append('\\').append(letter);
            } else if (letter < ' ' || Character.isSurrogate(letter)) {
                out.append(String.format("\\u%04x", (int) letter));
            } else {
                out.append(letter);
            }
        }
        out.append('"');
    }
}
