'use strict';
/**
 * Reading and writing of JSON data: positions, snapshots, lists, units, times (chapters 2 and 9).
 *
 * @typedef {import('./readings.js').Rules} Rules
 */
const { PLACES, TILES, OFF_BOARD, isTile } = require('./board.js');
const { COLORS, FAULTS, SIDE, TRIBUN } = require('./units.js');
const { Situation } = require('./situation.js');
const { unreadable } = require('./refusals.js');

/** @type {(value: unknown) => boolean} */
const isWhole = (value) => Number.isInteger(value) || typeof value === 'bigint';

/** @type {(value: unknown) => boolean} TRB-CLK-1 */
const isTime = (value) => isWhole(value) && value >= 0;

/** @type {(value: unknown) => boolean} */
const isColor = (value) => value === 'black' || value === 'white';

/** @type {(value: unknown) => boolean} */
const isColorOrNull = (value) => value === null || isColor(value);

/** @type {(value: unknown) => number} side of a colour, -1 for null */
const sideOf = (value) => (value === 'black' ? 0 : value === 'white' ? 1 : -1);

/** @type {(side: number) => 'black'|'white'|null} */
const colorOf = (side) => (side < 0 ? null : COLORS[side]);

/** @type {(value: unknown, names: string[]) => boolean} an object with exactly these fields */
function hasExactly(value, names) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

/** @type {(text: unknown) => Buffer|null} strict base64: one way to write each list of bytes */
function fromBase64(text) {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

// ---- boards --------------------------------------------------------------------------------

/**
 * TRB-POS-1; throws when the string cannot be read.
 * @param {unknown} text
 * @returns {Uint8Array}
 */
function boardBytes(text) {
  const bytes = fromBase64(text);
  if (bytes === null || bytes.length !== PLACES) throw unreadable('TRB-POS-1');
  return new Uint8Array(bytes);
}

/** @type {(board: Uint8Array, rules: Rules) => string[]} TRB-BRD-1 and the clauses of the unit byte */
function boardFaults(board, rules) {
  const faults = [];
  const ofByte = FAULTS[rules.tribunEnslave];
  for (const cid of OFF_BOARD) if (board[cid] !== 0) faults.push('TRB-BRD-1');
  for (const cid of TILES) if (ofByte[board[cid]].length > 0) faults.push(...ofByte[board[cid]]);
  return faults;
}

/** @type {(board: Uint8Array, rules: Rules) => string[]} TRB-UNT-4: every flag counts, whatever byte has it */
function tribunFaults(board, rules) {
  if (rules.anyTribuns) return [];
  const flagged = [0, 0];
  for (const byte of board) flagged[SIDE[byte]] += TRIBUN[byte];
  return flagged[0] === 1 && flagged[1] === 1 ? [] : ['TRB-UNT-4'];
}

/**
 * The board for `relations`, which need not hold tribuns.
 * @param {unknown} text @param {Rules} rules
 */
function readBareBoard(text, rules) {
  const board = boardBytes(text);
  const faults = boardFaults(board, rules);
  if (faults.length > 0) throw unreadable(...faults);
  return new Situation(rules, board, { turn: 0, drawOfferBy: -1, drawBlocked: -1, ended: false, winner: -1 });
}

// ---- positions -----------------------------------------------------------------------------

const POSITION_FIELDS = ['board', 'turn', 'drawOfferBy', 'drawBlocked', 'status', 'winner'];

/** @type {(value: any) => boolean} TRB-POS-2 */
function positionHasForm(value) {
  return hasExactly(value, POSITION_FIELDS) && isColor(value.turn) && isColorOrNull(value.drawOfferBy)
    && isColorOrNull(value.drawBlocked) && isColorOrNull(value.winner)
    && (value.status === 'active' || value.status === 'ended');
}

/** @type {(value: any, rules: Rules) => string[]} TRB-POS-3 to TRB-POS-5 */
function stateFaults({ drawOfferBy, drawBlocked, status, winner }, rules) {
  const faults = [];
  if (!rules.has2604 && drawBlocked !== null) faults.push('TRB-POS-3');
  if (drawOfferBy !== null && drawBlocked !== null) faults.push('TRB-POS-4');
  if (status === 'active' && winner !== null) faults.push('TRB-POS-5');
  return faults;
}

/** @type {(faults: string[]) => void} */
function demandNone(faults) {
  if (faults.length > 0) throw unreadable(...faults);
}

/**
 * The steps of chapter 9, in their order: where one fails, the later ones are not asked.
 * @param {any} value @param {Rules} rules
 * @returns {Situation}
 */
function readPosition(value, rules) {
  if (!positionHasForm(value)) throw unreadable('TRB-POS-2');
  const board = boardBytes(value.board);
  demandNone([...boardFaults(board, rules), ...tribunFaults(board, rules)]);
  demandNone(stateFaults(value, rules));
  return new Situation(rules, board, {
    turn: sideOf(value.turn),
    drawOfferBy: sideOf(value.drawOfferBy),
    drawBlocked: sideOf(value.drawBlocked),
    ended: value.status === 'ended',
    winner: sideOf(value.winner),
  });
}

/** @type {(sit: Situation) => object} */
const writePosition = (sit) => ({
  board: Buffer.from(sit.board.buffer, sit.board.byteOffset, PLACES).toString('base64'),
  turn: colorOf(sit.turn),
  drawOfferBy: colorOf(sit.drawOfferBy),
  drawBlocked: colorOf(sit.drawBlocked),
  status: sit.ended ? 'ended' : 'active',
  winner: colorOf(sit.winner),
});

// ---- snapshots and lists -------------------------------------------------------------------

const SNAPSHOT_FIELDS = ['board', 'turn', 'clocks', 'drawOfferBy', 'startingPlayer', 'timeControl'];
const CLOCK_FIELDS = ['black', 'white', 'game'];
const CONTROL_FIELDS = ['initial', 'buffer', 'increment', 'maxGame'];

/** @type {(control: any) => boolean} TRB-CLK-1, for a time control: its fields and their values */
function controlIsTimed(control) {
  if (!hasExactly(control, CONTROL_FIELDS)) return false;
  const { initial, buffer, increment, maxGame } = control;
  return isTime(initial) && isTime(buffer) && isTime(increment) && (maxGame === null || isTime(maxGame));
}

/**
 * The active position of a snapshot.
 * @param {any} value @param {Rules} rules
 * @returns {Situation}
 */
function readSnapshot(value, rules) {
  const names = rules.has2604 ? [...SNAPSHOT_FIELDS, 'drawBlocked'] : SNAPSHOT_FIELDS;
  if (!hasExactly(value, names)) throw unreadable('TRB-SNP-1');
  if (!isColor(value.startingPlayer) || !hasExactly(value.clocks, CLOCK_FIELDS)) throw unreadable('TRB-SNP-1');
  const timed = controlIsTimed(value.timeControl) && CLOCK_FIELDS.every((name) => isTime(value.clocks[name]));
  if (!timed) throw unreadable('TRB-CLK-1');
  const { board, turn, drawOfferBy, drawBlocked = null } = value;
  return readPosition({ board, turn, drawOfferBy, drawBlocked, status: 'active', winner: null }, rules);
}

/** @type {(text: unknown) => number[]} TRB-RPL-2 */
function readWords(text) {
  const bytes = fromBase64(text);
  if (bytes === null || bytes.length % 4 !== 0) throw unreadable('TRB-RPL-2');
  return Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt32LE(4 * n));
}

/**
 * The times that `clock` is given, as bigints.
 * @param {any} control @param {unknown[]} times
 */
function readControl(control, times) {
  if (!controlIsTimed(control) || !times.every(isTime)) throw unreadable('TRB-CLK-1');
  return {
    initial: BigInt(control.initial),
    buffer: BigInt(control.buffer),
    increment: BigInt(control.increment),
    maxGame: control.maxGame === null ? null : BigInt(control.maxGame),
  };
}

// ---- units ---------------------------------------------------------------------------------

/**
 * TRB-UNT-1; the primary may be any integer, the secondary any from 0 up.
 * @param {any} value
 * @returns {{p: number|bigint, s: number|bigint, side: number, tribun: boolean}}
 */
function readUnit(value) {
  const right = hasExactly(value, ['p', 's', 'color', 'tribun']) && isWhole(value.p) && isWhole(value.s) && value.s >= 0
    && isColor(value.color) && typeof value.tribun === 'boolean';
  if (!right) throw unreadable('TRB-UNT-1');
  return { p: value.p, s: value.s, side: sideOf(value.color), tribun: value.tribun };
}

/** @type {(cid: unknown) => number} TRB-BRD-2 */
function readCid(cid) {
  if (!isTile(cid)) throw unreadable('TRB-BRD-2');
  return /** @type {number} */ (cid);
}

module.exports = {
  readPosition, writePosition, readBareBoard, readSnapshot, readWords, readControl, readUnit, readCid, isWhole,
};
