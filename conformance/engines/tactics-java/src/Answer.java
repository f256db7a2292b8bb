/** What a rule says to an action. */
enum Answer {
    YES, NO, MOOT;

    static Answer of(boolean yes) {
        return yes ? YES : NO;
    }
}
