'use strict';
/**
 * The methods of the wire. Each takes the params and the rules in force and gives a result.
 *
 * @typedef {import('./readings.js').Rules} Rules
 * @typedef {(params: any, rules: Rules) => object} Method
 */
const { TILES, tileOf, isTile } = require('./board.js');
const { COLORS, FAULTS, byteOf, isHeightOrNone, normalize, unitOf, SIDE } = require('./units.js');
const { EDITIONS, Unsupported, rulesFor } = require('./readings.js');
const { NAMES, decode, encodeNamed } = require('./words.js');
const { heightOf, reaches, aims } = require('./patterns.js');
const { legalWords } = require('./legal.js');
const { applyWord, perft } = require('./match.js');
const { judgeTurn } = require('./clock.js');
const { Refusal, unreadable } = require('./refusals.js');
const reading = require('./reading.js');
const { version } = require('../package.json');

class InvalidParams extends Error {}
class UnknownMethod extends Error {}

/** @type {Method} */
const legal = ({ position }, rules) => ({ actions: legalWords(reading.readPosition(position, rules)) });

/** @type {Method} */
function apply({ position, action, by }, rules) {
  const sit = reading.readPosition(position, rules);
  return { position: reading.writePosition(applyWord(sit, action, submittedBy(by))) };
}

/** @type {(by: unknown) => 'black'|'white'|'server'|undefined} TRB-TRN-4 */
function submittedBy(by) {
  if (by === undefined || by === null) return undefined;
  if (by === 'black' || by === 'white' || by === 'server') return by;
  throw new InvalidParams('`by` is black, white or server');
}

/** @type {Method} TRB-RPL-1 to TRB-RPL-3 */
function replay({ snapshot, actions }, rules) {
  let sit = reading.readSnapshot(snapshot, rules);
  const words = reading.readWords(actions);
  let applied = 0;
  let refused = null;
  try {
    for (; applied < words.length; applied++) sit = applyWord(sit, words[applied]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused = error.kind;
  }
  return { applied, position: reading.writePosition(sit), refused };
}

/** @type {Method} */
function countLines({ position, depth }, rules) {
  const sit = reading.readPosition(position, rules);
  if (!reading.isWhole(depth) || depth < 0) throw unreadable('TRB-PRF-1');
  return { nodes: perft(sit, Number(depth)) };
}

/** @type {(byte: number, rules: Rules) => void} */
function demandByte(byte, rules) {
  const faults = FAULTS[rules.tribunEnslave][byte];
  if (faults.length > 0) throw unreadable(...faults);
}

/** @type {Method} */
function unit({ byte }, rules) {
  if (!Number.isInteger(byte) || byte < 0 || byte > 255) throw unreadable('TRB-BYT-8');
  demandByte(byte, rules);
  return { unit: unitOf(byte) };
}

/** @type {Method} */
function encodeUnit(params, rules) {
  if (params.unit === null) return { byte: 0 };
  const { p, s, side, tribun } = reading.readUnit(params.unit);
  if (!isHeightOrNone(p) || !isHeightOrNone(s)) throw unreadable('TRB-UNT-3');
  if (p === 0 && s === 0 && !tribun) return { byte: 0 };
  const byte = byteOf(p, s, side, tribun);
  demandByte(byte, rules);
  return { byte };
}

/** @type {Method} */
function normalizeUnit(params, rules) {
  const { p, s, side, tribun } = reading.readUnit(params.unit);
  if (rules.nineIsNone && (p > 8 || s > 8)) throw unreadable('TRB-NRM-9');
  const out = normalize(p, s, side, tribun);
  return { unit: out && { p: out.p, s: out.s, color: COLORS[out.side], tribun: out.tribun } };
}

/** @type {Method} */
const cid = (params) => tileOf(reading.readCid(params.cid));

/** @type {Method} */
function word(params, rules) {
  const { opcode, fields } = decode(params.word, rules);
  return { opcode: NAMES[opcode], fields };
}

/** @type {Method} */
const encodeWord = ({ opcode, fields }, rules) => ({ word: encodeNamed(opcode, fields, rules) });

/** @type {Method} */
function relations({ board, cid: from, part }, rules) {
  const sit = reading.readBareBoard(board, rules);
  const partIsOne = part === 0 || part === 1;
  const faults = [];
  if (!isTile(from)) faults.push('TRB-BRD-2');
  if (!partIsOne || (isTile(from) && heightOf(sit.board[from], part) === 0)) faults.push('TRB-PAT-9');
  if (faults.length > 0) throw unreadable(...faults);
  const side = SIDE[sit.board[from]];
  const isEnemy = (to) => sit.board[to] !== 0 && SIDE[sit.board[to]] !== side;
  return {
    moves: TILES.filter((to) => sit.board[to] === 0 && reaches(sit, from, part, to)),
    attacks: TILES.filter((to) => isEnemy(to) && aims(sit, from, part, to)),
  };
}

/** @type {Method} */
function clock({ control, main, gameTime, spent }, rules) {
  const read = reading.readControl(control, [main, gameTime, spent]);
  return judgeTurn(read, BigInt(main), BigInt(gameTime), BigInt(spent), rules.clockBoth);
}

/** @type {Record<string, Method>} */
const METHODS = {
  legal, apply, replay, perft: countLines, unit, encode_unit: encodeUnit, cid, word,
  encode_word: encodeWord, normalize: normalizeUnit, relations, clock,
};

/** What the engine says of itself. */
const HELLO = {
  protocol: 1,
  engine: { name: 'tribun-js', version, language: 'JavaScript' },
  games: {
    tribun: {
      editions: Object.fromEntries(Object.entries(EDITIONS).map(([edition, readings]) => [edition, { readings }])),
      methods: Object.keys(METHODS),
      tells: ['unreadable'],
    },
  },
};

/** @param {unknown} game */
function demandTribun(game) {
  if (game !== 'tribun') throw new Unsupported('no such game');
}

/**
 * Answers one request; refusals come back as results.
 * @param {string} method @param {any} params
 * @returns {object}
 */
function answer(method, params) {
  if (method === 'initialize') return HELLO;
  if (method === 'shutdown') return {};
  if (!Object.hasOwn(METHODS, method)) throw new UnknownMethod(method);
  if (params === null || typeof params !== 'object' || Array.isArray(params)) throw new InvalidParams('params must be an object');
  try {
    demandTribun(params.game);
    return METHODS[method](params, rulesFor(params.edition, params.readings));
  } catch (error) {
    if (error instanceof Refusal) return error.toResult();
    if (error instanceof Unsupported) return { unsupported: { reason: error.message } };
    throw error;
  }
}

module.exports = { answer, HELLO, InvalidParams, UnknownMethod };
