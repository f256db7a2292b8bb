//! The adapter: answers Ludex on stdin and stdout. Write your engine in game.rs.

mod game;
mod json;
mod tribun;
mod wire;

fn main() -> std::io::Result<()> {
    wire::serve(&game::hello(), game::answer)
}
