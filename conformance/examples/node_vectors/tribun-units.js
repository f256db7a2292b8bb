'use strict';
// A tiny part of Tribun, to be tested: cids, unit bytes and normalization, under the default readings.
const HEIGHTS = [0, 1, 2, 3, 4, 6, 8];
const COLORS = ['black', 'white'];

/** What cannot be read. */
class Refused extends Error {}

const isInteger = (value, below) => Number.isInteger(value) && value >= 0 && value < below;
const holdsSlave = (p, s) => p <= 4 && 2 * p >= s;
const rounded = (height) => Math.max(...HEIGHTS.filter((valid) => valid <= Math.max(height, 0)));

/** The coordinates of a tile. */
function tile(cid) {
  if (!isInteger(cid, 121) || Math.abs(Math.floor(cid / 11) - (cid % 11)) > 5) throw new Refused('no tile');
  return { x: Math.floor(cid / 11) - 5, y: (cid % 11) - 5 };
}

/** The unit that a byte stores; null for an empty tile. */
function unit(byte) {
  if (byte === 0) return null;
  if (!isInteger(byte, 256) || [0, 7].includes(byte & 7) || ((byte >> 3) & 7) === 7) throw new Refused('no unit');
  const p = HEIGHTS[byte & 7];
  const s = HEIGHTS[(byte >> 3) & 7];
  const tribun = byte >= 128;
  if (s > 0 && (tribun || !holdsSlave(p, s))) throw new Refused('this primary holds no such slave');
  return { p, s, color: COLORS[(byte >> 6) & 1], tribun };
}

/** Round down, enforce the slave property, liberate. */
function normalized(given) {
  let { p, s, color, tribun } = described(given);
  p = rounded(p);
  if (s > 0 && !holdsSlave(p, s)) p = 0;
  if (p === 0 && s > 0) [p, s, color, tribun] = [rounded(s), 0, COLORS[1 - COLORS.indexOf(color)], false];
  return p > 0 ? { p, s, color, tribun } : null;
}

/** The four values of a unit. */
function described(given) {
  const known = given !== null && typeof given === 'object' && Object.keys(given).length === 4;
  if (!known || !Number.isInteger(given.p) || !Number.isInteger(given.s) || given.s < 0) throw new Refused('no unit');
  if (!COLORS.includes(given.color) || typeof given.tribun !== 'boolean') throw new Refused('no unit');
  return given;
}

module.exports = { Refused, tile, unit, normalized };
