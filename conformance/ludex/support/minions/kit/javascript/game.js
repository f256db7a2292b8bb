// Your engine of Minions: what it says of itself, and a function for each method that it answers.
import { unreadable, unsupported } from './wire.js';
import { NAMES, SIDES, isSound, readLine, readMap, readRows, swaps, writeLine } from './lines.js';
import { readAction, readPosition } from './minions.js';

/** A position and its boards. */
function opened(data, readings) {
  const position = readPosition(data);
  if (position.boards.length !== position.maps.length) throw unreadable();
  const active = position.status === 'active';
  const boards = position.boards.map((line, i) => readBoard(line, position.maps[i], position.side, readings, active));
  return { position, boards };
}

function readBoard(line, map, side, readings, active = true) {
  readMap(map, readings);
  const board = readLine(line);
  if (!isSound(board, side, active)) throw unreadable();
  return board;
}

// params holds game, edition, readings (entry -> choice, for every entry of the register) and the fields of the method.
// Give back the result; `throw illegal()` or `throw unreadable()` refuses, `return unsupported('why')` (or `throw` it from further in) says what is not written yet (from wire.js).
const METHODS = {
  /** All legal actions of a position: { actions: [actions] }, in any order, each once. */
  legal(params) {
    const { position, boards } = opened(params.position, params.readings);
    return unsupported(`legal is not written yet (${position.side} is to move on ${boards.length} boards)`);
  },

  /** The position after an action: { position: … }; what is not legal is refused. */
  apply(params) {
    opened(params.position, params.readings);
    const action = readAction(params.action);
    return unsupported(`${action.kind} is not written yet`);
  },

  /** A line, read and written again. */
  board({ line, map, side, readings }) {
    if (!SIDES.includes(side)) throw unreadable();
    return { line: writeLine(readBoard(line, map, side, readings)) };
  },

  /** What is where on a map. */
  map({ rows, readings }) {
    const signs = readRows(rows, readings);
    const hexes = (sign) => NAMES.filter((_, here) => signs[here] === sign);
    return { graveyards: hexes('G'), water: hexes('W'), swaps: swaps(signs) };
  },
};

const HELLO = {
  protocol: 1,
  engine: { name: 'my-minions-engine', version: '0.1', language: "@LANGUAGE@" },
  // Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
  // In each edition name the readings that you can follow, with every choice: { readings: { entry: ['choice'] } }.
  games: { minions: { editions: { "@EDITIONS@": {} }, methods: Object.keys(METHODS) } },
};

export { HELLO, METHODS };
