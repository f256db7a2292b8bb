//! The engine on stdin and stdout.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

/// Room for JSON that is nested as deeply as it is read.
const STACK: usize = 256 << 20;

fn main() -> io::Result<()> {
    let talk = std::thread::Builder::new().stack_size(STACK).spawn(talk)?;
    talk.join()
        .unwrap_or_else(|_| Err(io::Error::other("the engine fell over")))
}

/// Answers line by line, in order; what is answered is sent when no further line is waiting.
fn talk() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut line = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let (answer, last) = minions_rust::wire::answer(&line);
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        if last {
            return output.flush();
        }
    }
}
