import java.io.IOException;

/** The adapter: answers Ludex on stdin and stdout. Write your engine in Game.java. */
public final class Adapter {
    public static void main(String[] args) throws IOException {
        Wire.serve(Game.HELLO, Game.METHODS);
    }
}
