import java.util.List;

@SuppressWarnings("serial")
/** A state, an action or a request that cannot be read, and the clauses that it breaks. */
final class Unreadable extends Exception {
    final List<String> broken;

    Unreadable(List<String> broken) {
        super(broken.toString(), null, false, false);
        this.broken = broken;
    }

    Unreadable(String clause) {
        this(List.of(clause));
    }
}
