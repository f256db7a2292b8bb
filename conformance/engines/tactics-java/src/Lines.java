import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Lines of bytes in, lines of text out. What was written is flushed before we wait for more. */
final class Lines {
    private final InputStream in;
    private final OutputStream out;
    private byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream(1 << 16);

    Lines(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** The next line without its end; null when there are no more. */
    byte[] next() throws IOException {
        int scanned = from;
        while (true) {
            for (; scanned < to; scanned++) {
                if (buffer[scanned] != '\n') continue;
                byte[] line = java.util.Arrays.copyOfRange(buffer, from, scanned);
                from = scanned + 1;
                return line;
            }
            if (from > 0) {
                System.arraycopy(buffer, from, buffer, 0, to - from);
                scanned -= from;
                to -= from;
                from = 0;
            }
            if (to == buffer.length) buffer = java.util.Arrays.copyOf(buffer, to * 2);
            flush();
            int read = in.read(buffer, to, buffer.length - to);
            if (read < 0) {
                if (to == 0) return null;
                byte[] line = java.util.Arrays.copyOf(buffer, to);
                to = 0;
                return line;
            }
            to += read;
        }
    }

    /** The text of a line; null when it is not UTF-8. */
    static String text(byte[] line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException broken) {
            return null;
        }
    }

    void put(String line) throws IOException {
        waiting.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        waiting.write('\n');
        if (waiting.size() > 1 << 16) flush();
    }

    void flush() throws IOException {
        if (waiting.size() == 0) return;
        waiting.writeTo(out);
        waiting.reset();
        out.flush();
    }
}
