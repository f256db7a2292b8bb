import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small strict JSON reader and writer.
 *
 * Objects are LinkedHashMaps, lists ArrayLists, whole numbers Longs (BigIntegers where they are too long), other numbers
 * Fractions, which are kept as they were written; null is null. Duplicate keys, NaN, comments, leading zeros and trailing
 * garbage are refused.
 */
final class Json {
    static final int DEEPEST = 400;

    /** A number with a fraction or an exponent; it is no whole number, whatever its value. */
    record Fraction(String text) {}

    @SuppressWarnings("serial")
    static final class Bad extends Exception {
        Bad(String message) {
            super(message, null, false, false);
        }
    }

    private final String text;
    private int at;
    private int depth;

    /** The source of the value of the outermost "id", so that it can be echoed exactly. */
    String rawId;

    Json(String text) {
        this.text = text;
    }

    static Object parse(String text) throws Bad {
        return new Json(text).document();
    }

    Object document() throws Bad {
        blank();
        Object value = value();
        blank();
        if (at < text.length()) throw bad("something after the end");
        return value;
    }

    private Bad bad(String what) {
        return new Bad(what + " at character " + at);
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    private void blank() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
            at++;
        }
    }

    private Object value() throws Bad {
        switch (peek()) {
            case '{': return object();
            case '[': return list();
            case '"': return string();
            case 't': return word("true", Boolean.TRUE);
            case 'f': return word("false", Boolean.FALSE);
            case 'n': return word("null", null);
            default: return number();
        }
    }

    private Object word(String word, Object value) throws Bad {
        if (!text.startsWith(word, at)) throw bad("unknown word");
        at += word.length();
        return value;
    }

    private Map<String, Object> object() throws Bad {
        if (++depth > DEEPEST) throw bad("too deep");
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        blank();
        if (peek() == '}') {
            at++;
            depth--;
            return fields;
        }
        while (true) {
            if (peek() != '"') throw bad("a key was expected");
            String key = string();
            if (fields.containsKey(key)) throw bad("key twice");
            blank();
            if (peek() != ':') throw bad("a colon was expected");
            at++;
            blank();
            int from = at;
            fields.put(key, value());
            if (depth == 1 && key.equals("id")) rawId = text.substring(from, at);
            blank();
            int c = peek();
            at++;
            if (c == '}') break;
            if (c != ',') throw bad("a comma was expected");
            blank();
        }
        depth--;
        return fields;
    }

    private List<Object> list() throws Bad {
        if (++depth > DEEPEST) throw bad("too deep");
        List<Object> members = new ArrayList<>();
        at++;
        blank();
        if (peek() == ']') {
            at++;
            depth--;
            return members;
        }
        while (true) {
            members.add(value());
            blank();
            int c = peek();
            at++;
            if (c == ']') break;
            if (c != ',') throw bad("a comma was expected");
            blank();
        }
        depth--;
        return members;
    }

    private String string() throws Bad {
        int from = ++at;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') return text.substring(from, at++);
            if (c == '\\') break;
            if (c < ' ') throw bad("control character in a text");
            at++;
        }
        StringBuilder out = new StringBuilder(text.substring(from, at));
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') return out.toString();
            if (c < ' ') throw bad("control character in a text");
            if (c != '\\') {
                out.append(c);
                continue;
            }
            int e = peek();
            at++;
            switch (e) {
                case '"': case '\\': case '/': out.append((char) e); break;
                case 'b': out.append('\b'); break;
                case 'f': out.append('\f'); break;
                case 'n': out.append('\n'); break;
                case 'r': out.append('\r'); break;
                case 't': out.append('\t'); break;
                case 'u': out.append(hex()); break;
                default: throw bad("unknown escape");
            }
        }
        throw bad("text without end");
    }

    private char hex() throws Bad {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int c = peek();
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            if (digit < 0) throw bad("four hexadecimal digits were expected");
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private int digits() throws Bad {
        int from = at;
        while (peek() >= '0' && peek() <= '9') at++;
        if (at == from) throw bad("a value was expected");
        return at - from;
    }

    private Object number() throws Bad {
        int from = at;
        if (peek() == '-') at++;
        boolean zero = peek() == '0';
        int count = digits();
        if (zero && count > 1) throw bad("leading zero");
        boolean whole = true;
        if (peek() == '.') {
            whole = false;
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            whole = false;
            at++;
            if (peek() == '+' || peek() == '-') at++;
            digits();
        }
        String source = text.substring(from, at);
        if (!whole) return new Fraction(source);
        if (count <= 18) return Long.valueOf(source);
        return new BigInteger(source);
    }

    // ---- writing

    static void write(StringBuilder out, Object value) {
        if (value instanceof String) {
            quote(out, (String) value);
        } else if (value instanceof Map) {
            char sep = '{';
            for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
                out.append(sep);
                quote(out, (String) field.getKey());
                out.append(':');
                write(out, field.getValue());
                sep = ',';
            }
            if (sep == '{') out.append('{');
            out.append('}');
        } else if (value instanceof Iterable) {
            char sep = '[';
            for (Object member : (Iterable<?>) value) {
                out.append(sep);
                write(out, member);
                sep = ',';
            }
            if (sep == '[') out.append('[');
            out.append(']');
        } else if (value instanceof Fraction) {
            out.append(((Fraction) value).text());
        } else {
            out.append(value);
        }
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029') {
                escape(out, c);
            } else if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                    out.append(c).append(text.charAt(++i));
                } else {
                    escape(out, c);
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void escape(StringBuilder out, char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) out.append("0123456789abcdef".charAt(c >> shift & 15));
    }
}
