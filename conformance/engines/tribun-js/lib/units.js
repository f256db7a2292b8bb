'use strict';
/**
 * Units, unit bytes and normalization (chapter 2).
 *
 * @typedef {{p: number, s: number, color: 'black'|'white', tribun: boolean}} Unit
 * @typedef {0|1} Side  0 is black, 1 is white
 */

const HEIGHTS = [0, 1, 2, 3, 4, 6, 8];
const INDEX = new Map(HEIGHTS.map((height, index) => [height, index]));
const COLORS = /** @type {const} */ (['black', 'white']);
const RESERVED = 7;

/** Primary height, secondary height, side and flag of every readable byte (TRB-BYT-1). */
const P = new Uint8Array(256);
const S = new Uint8Array(256);
const SIDE = new Uint8Array(256);
const TRIBUN = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  P[byte] = HEIGHTS[byte & 7] ?? 0;
  S[byte] = HEIGHTS[(byte >> 3) & 7] ?? 0;
  SIDE[byte] = (byte >> 6) & 1;
  TRIBUN[byte] = byte >> 7;
}

/** VALID[h]: is h a height, or 0? */
const VALID = Array.from({ length: 9 }, (_, h) => INDEX.has(h));

/** @type {(h: any) => boolean} a height, or 0 */
const isHeightOrNone = (h) => h >= 0 && h <= 8 && VALID[h] === true;

/** @type {(h: any) => boolean} a height other than 0 */
const isHeight = (h) => h !== 0 && isHeightOrNone(h);

/** @type {(h: number|bigint) => number} `round(h)`, chapter 0 */
function round(h) {
  for (let i = HEIGHTS.length - 1; i > 0; i--) if (HEIGHTS[i] <= h) return HEIGHTS[i];
  return 0;
}

/** @type {(p: number|bigint, s: number|bigint) => boolean} the slave property SP */
const holds = (p, s) => p <= 4 && Number(p) * 2 >= s;

/** @type {(p: number, s: number, side: number, tribun: number|boolean) => number} */
const byteOf = (p, s, side, tribun) =>
  INDEX.get(p) | (INDEX.get(s) << 3) | (side << 6) | (tribun ? 128 : 0);

/** @type {(byte: number) => number} the unit without its slave */
const primaryAlone = (byte) => byte & ~0x38;

/** @type {(byte: number) => number} what stands there once the primary is gone (TRB-NRM-4, -5) */
const slaveFreed = (byte) => (S[byte] ? byteOf(S[byte], 0, 1 - SIDE[byte], 0) : 0);

/**
 * TRB-NRM-1 to TRB-NRM-7. Heights may be any whole numbers.
 * @param {number|bigint} p @param {number|bigint} s @param {number} side @param {boolean} tribun
 * @returns {{p: number, s: number, side: number, tribun: boolean}|null} null is the empty tile
 */
function normalize(p, s, side, tribun) {
  p = round(p);
  if (s > 0 && !holds(p, s)) p = 0;
  if (p === 0 && s > 0) {
    p = round(s);
    s = 0;
    side = 1 - side;
    tribun = false;
  }
  if (p === 0 && s == 0) return null; // eslint-disable-line eqeqeq -- s may be a bigint
  return { p, s: Number(s), side, tribun };
}

/** @type {(byte: number, amount: number) => number} a unit whose primary is lowered, normalized */
function lowered(byte, amount) {
  const unit = normalize(P[byte] - amount, S[byte], SIDE[byte], TRIBUN[byte] === 1);
  return unit === null ? 0 : byteOf(unit.p, unit.s, unit.side, unit.tribun);
}

/**
 * TRB-BYT-2 to TRB-BYT-7, each asked on its own.
 * @param {number} byte 0..255 @param {boolean} tribunEnslaves the reading tribun-enslave is `yes`
 * @returns {string[]} clauses broken
 */
function byteFaults(byte, tribunEnslaves) {
  const ip = byte & 7;
  const is = (byte >> 3) & 7;
  const tribun = byte >= 128;
  const reserved = ip === RESERVED || is === RESERVED;
  const faults = [];
  if (reserved) faults.push('TRB-BYT-2');
  if (ip === 0 && is === 0 && byte !== 0) faults.push('TRB-BYT-3');
  if (is !== 0 && ip === 0) faults.push('TRB-BYT-4');
  if (tribun && ip === 0) faults.push('TRB-BYT-5');
  if (tribun && is !== 0 && !tribunEnslaves) faults.push('TRB-BYT-6');
  if (!reserved && ip !== 0 && is !== 0 && !holds(P[byte], S[byte])) faults.push('TRB-BYT-7');
  return faults;
}

const everyByte = (yes) => Array.from({ length: 256 }, (_, byte) => byteFaults(byte, yes));

/** FAULTS.yes and FAULTS.no: the clauses that each byte breaks under *tribun-enslave*. */
const FAULTS = { no: everyByte(false), yes: everyByte(true) };

/** @type {(byte: number) => Unit|null} */
function unitOf(byte) {
  if (byte === 0) return null;
  return { p: P[byte], s: S[byte], color: COLORS[SIDE[byte]], tribun: TRIBUN[byte] === 1 };
}

module.exports = {
  HEIGHTS, COLORS, P, S, SIDE, TRIBUN, FAULTS,
  isHeight, isHeightOrNone, round, holds, byteOf, primaryAlone, slaveFreed,
  normalize, lowered, unitOf,
};
