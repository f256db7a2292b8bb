import java.util.List;

/** An action or a position that must not be; it travels as a result, with the clauses that it breaks, if known. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final String kind;
    final transient List<String> broken; // of what is unsupported, the reason

    private Refused(String kind, String... broken) {
        super(kind, null, false, false);
        this.kind = kind;
        this.broken = List.of(broken);
    }

    /** To throw for what can be read and is not allowed. */
    static Refused illegal(String... broken) {
        return new Refused("illegal", broken);
    }

    /** To throw, from wherever it turns out, for what is not written yet; it counts as unsupported, not as wrong. */
    static Refused unsupported(String reason) {
        return new Refused("unsupported", reason);
    }

    /** To throw for what cannot be read. */
    static Refused unreadable(String... broken) {
        return new Refused("unreadable", broken);
    }
}
