// Tribun as it travels: tiles, units, action words and positions, strictly read and written back.
//
// A unit is { p, s, color, tribun }: primary height, height of the slave (0: none), colour, and whether it is the tribun.
// A position is { board, turn, drawOfferBy, drawBlocked, status, winner }; board[cid] is a unit or null.
import { unreadable } from './wire.js';

const COLORS = ['black', 'white'];
const HEIGHTS = [0, 1, 2, 3, 4, 6, 8];
const PLACES = 121;

const isInteger = (value, below) => Number.isInteger(value) && value >= 0 && value < below;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const hasFields = (value, names) =>
  isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));

// ---- tiles

const coordinates = (cid) => ({ x: Math.floor(cid / 11) - 5, y: (cid % 11) - 5 });

function isTile(cid) {
  if (!isInteger(cid, PLACES)) return false;
  const { x, y } = coordinates(cid);
  return Math.abs(x - y) <= 5;
}

/** The coordinates of a tile. */
function readCid(cid) {
  if (!isTile(cid)) throw unreadable();
  return coordinates(cid);
}

// ---- units

function mayBeStored({ p, s, tribun }, readings) {
  if (p === 0) return false;
  if (s === 0) return true;
  if (tribun && readings['tribun-enslave'] !== 'yes') return false;
  return p <= 4 && 2 * p >= s;
}

/** The unit that a byte stores; null for an empty tile. */
function readByte(byte, readings) {
  if (!isInteger(byte, 256) || (byte & 7) === 7 || ((byte >> 3) & 7) === 7) throw unreadable();
  if (byte === 0) return null;
  const unit = {
    p: HEIGHTS[byte & 7],
    s: HEIGHTS[(byte >> 3) & 7],
    color: COLORS[(byte >> 6) & 1],
    tribun: byte >= 128,
  };
  if (!mayBeStored(unit, readings)) throw unreadable();
  return unit;
}

function writeByte(unit) {
  if (unit === null) return 0;
  const heights = HEIGHTS.indexOf(unit.p) | (HEIGHTS.indexOf(unit.s) << 3);
  return heights | (COLORS.indexOf(unit.color) << 6) | (unit.tribun ? 128 : 0);
}

/** A unit from JSON, as one that may be stored; no heights and no flag are an empty tile in either colour. */
function readUnit(data, readings) {
  if (data === null) return null;
  if (!hasFields(data, ['p', 's', 'color', 'tribun'])) throw unreadable();
  const { p, s, color, tribun } = data;
  const described = HEIGHTS.includes(p) && HEIGHTS.includes(s) && COLORS.includes(color) && typeof tribun === 'boolean';
  if (!described) throw unreadable();
  if (p === 0 && s === 0 && !tribun) return null;
  if (!mayBeStored(data, readings)) throw unreadable();
  return { p, s, color, tribun };
}

// ---- action words: a field's place follows from the fields before it, the first one at bit 0

const LAYOUTS = [
  ['MOVE', { fromCid: 7, toCid: 7, part: 1 }],
  ['KILL', { attackerCid: 7, targetCid: 7, part: 1 }],
  ['LIBERATE', { targetCid: 7 }],
  ['DAMAGE', { targetCid: 7, effDmgMinus1: 3 }],
  ['ENSLAVE', { attackerCid: 7, targetCid: 7 }],
  ['COMBINE', { centerCid: 7, dirA: 3, dirB: 3, donAminus1: 3, donBminus1: 3 }],
  ['SYM_COMBINE', { centerCid: 7, config: 2, donMinus1: 2 }],
  ['SPLIT', { actorCid: 7, h0: 3, h1: 3, h2: 3, h3: 3, h4: 3, h5: 3 }],
  ['BACKSTABB', { actorCid: 7, dir: 3 }],
  ['ATTACK_TRIBUN', { attackerCid: 7, tribunCid: 7, winnerColor: 1 }],
  ['DRAW', { drawAction: 2, actorColor: 1 }],
];
const END = {
  '2026-01': ['END', { endReason: 3, loserColor: 1 }],
  '2026-04': ['END', { endReason: 2, loserColor: 1 }],
};

/** Name and fields, each with its number of bits, by opcode. */
const layouts = (edition) => [...LAYOUTS, END[edition]];

function isReserved(field, value, edition) {
  if (field.endsWith('Cid')) return !isTile(value);
  if (field === 'dirA' || field === 'dirB' || field === 'dir') return value > 5;
  if (field === 'drawAction') return value === 3 && edition === '2026-01';
  return (field === 'config' && value === 3) || (field === 'endReason' && value > 3);
}

/** Opcode and fields of a word. */
function readWord(word, edition) {
  if (!isInteger(word, 2 ** 32) || word >>> 28 > 11) throw unreadable();
  const [opcode, sizes] = layouts(edition)[word >>> 28];
  const fields = {};
  let rest = word & 0x0fffffff;
  for (const [field, bits] of Object.entries(sizes)) {
    fields[field] = rest & ((1 << bits) - 1);
    rest >>>= bits;
  }
  const reserved = Object.entries(fields).some(([field, value]) => isReserved(field, value, edition));
  if (rest !== 0 || reserved) throw unreadable();
  return { opcode, fields };
}

/** The word of an opcode and its fields; what could not be read back is not written. */
function writeWord(opcode, fields, edition) {
  const number = layouts(edition).findIndex(([name]) => name === opcode);
  if (number < 0 || !hasFields(fields, Object.keys(layouts(edition)[number][1]))) throw unreadable();
  let payload = 0;
  let place = 0;
  for (const [field, bits] of Object.entries(layouts(edition)[number][1])) {
    if (!isInteger(fields[field], 2 ** bits)) throw unreadable();
    payload |= fields[field] << place;
    place += bits;
  }
  const word = number * 2 ** 28 + payload;
  readWord(word, edition);
  return word;
}

// ---- positions

const FIELDS = ['board', 'turn', 'drawOfferBy', 'drawBlocked', 'status', 'winner'];
const isColorOrNull = (value) => value === null || COLORS.includes(value);

/** A position from JSON, under the edition and the readings of a request. */
function readPosition(data, { edition, readings }) {
  if (!hasFields(data, FIELDS)) throw unreadable();
  const position = { ...data, board: readBoard(data.board, readings) };
  if (!isSound(position, edition)) throw unreadable();
  return position;
}

function readBoard(text, readings) {
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (bytes.length !== PLACES || bytes.toString('base64') !== text) throw unreadable();
  if (bytes.some((byte, cid) => byte !== 0 && !isTile(cid))) throw unreadable();
  const board = Array.from(bytes, (byte) => readByte(byte, readings));
  const tribuns = board.filter((unit) => unit?.tribun).map((unit) => unit.color);
  if (tribuns.sort().join() !== 'black,white') throw unreadable();
  return board;
}

/** Whether the fields beside the board have their values, and go together. */
function isSound({ turn, drawOfferBy, drawBlocked, status, winner }, edition) {
  if (!COLORS.includes(turn) || !['active', 'ended'].includes(status)) return false;
  if (![drawOfferBy, drawBlocked, winner].every(isColorOrNull)) return false;
  if (drawBlocked && (edition === '2026-01' || drawOfferBy)) return false;
  return status === 'ended' || !winner;
}

/** A position as JSON. */
function showPosition(position) {
  return { ...position, board: Buffer.from(position.board.map(writeByte)).toString('base64') };
}

export {
  COLORS, HEIGHTS, PLACES,
  isTile, readCid, readByte, writeByte, readUnit, readWord, writeWord, readPosition, showPosition,
};
