'use strict';
/**
 * The entry: lines from stdin, answers to stdout. Input comes in chunks that may end anywhere, also
 * within a character; it is cut at line ends as bytes and decoded line by line. All answers to a chunk are
 * written together.
 */
const { respond, isSlow } = require('./lib/rpc.js');

const NEWLINE = 0x0a;
const BATCH = 1 << 16;

/** @type {Buffer[]} pieces of a line that has not ended yet */
let pending = [];
let output = '';

/** @param {() => void} [done] */
function flush(done) {
  if (output !== '' || done) process.stdout.write(output, done);
  output = '';
}

/** @type {(line: string) => boolean} answers one line; true when it was the last */
function handle(line) {
  if (line.trim() === '') return false;
  if (isSlow(line)) flush();
  const { text, last } = respond(line);
  if (text !== null) output += `${text}\n`;
  if (output.length > BATCH) flush();
  return last;
}

/** @type {(chunk: Buffer) => string[]} the lines that end within the chunk */
function linesOf(chunk) {
  const lines = [];
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    const piece = chunk.subarray(start, end);
    lines.push(pending.length > 0 ? Buffer.concat([...pending, piece]).toString('utf8') : piece.toString('utf8'));
    pending = [];
    start = end + 1;
  }
  if (start < chunk.length) pending.push(chunk.subarray(start));
  return lines;
}

function leave() {
  process.stdin.pause();
  flush(() => process.exit(0));
}

/** @param {Buffer} chunk */
function onData(chunk) {
  for (const line of linesOf(chunk)) {
    if (!handle(line)) continue;
    process.stdin.removeListener('data', onData);
    leave();
    return;
  }
  flush();
}

function onEnd() {
  handle(Buffer.concat(pending).toString('utf8'));
  leave();
}

process.stdout.on('error', () => process.exit(1)); // nobody listens any more
process.stdin.on('data', onData);
process.stdin.on('end', onEnd);
