// Your engine of Tribun: what it says of itself, and a function for each method that it answers.
import { unsupported } from './wire.js';
import { readByte, readCid, readPosition, readUnit, readWord, writeByte, writeWord } from './tribun.js';

// params holds game, edition, readings (entry -> choice, for every entry of the register) and the fields of the method.
// Give back the result; `throw illegal()` or `throw unreadable()` refuses, `return unsupported('why')` (or `throw` it from further in) says what is not written yet (from wire.js).
const METHODS = {
  /** All legal actions of a position: { actions: [words] }, in any order, each once. */
  legal(params) {
    const position = readPosition(params.position, params);
    return unsupported(`legal is not written yet (${position.turn} is to move)`);
  },

  /** The position after an action: { position: showPosition(…) }; what is not legal is refused. */
  apply(params) {
    readPosition(params.position, params);
    const action = readWord(params.action, params.edition);
    return unsupported(`${action.opcode} is not written yet`);
  },

  unit: ({ byte, readings }) => ({ unit: readByte(byte, readings) }),
  encode_unit: ({ unit, readings }) => ({ byte: writeByte(readUnit(unit, readings)) }),
  cid: ({ cid }) => readCid(cid),
  word: ({ word, edition }) => readWord(word, edition),
  encode_word: ({ opcode, fields, edition }) => ({ word: writeWord(opcode, fields, edition) }),
};

const HELLO = {
  protocol: 1,
  engine: { name: 'my-tribun-engine', version: '0.1', language: "@LANGUAGE@" },
  // Beside "methods" may stand "promises": ["well-formed"] and the like: what the engine is not for.
  // In each edition name the readings that you can follow, with every choice: { readings: { 'kill-mover': ['move'] } }.
  games: { tribun: { editions: { '2026-01': {}, '2026-04': {} }, methods: Object.keys(METHODS) } },
};

export { HELLO, METHODS };
