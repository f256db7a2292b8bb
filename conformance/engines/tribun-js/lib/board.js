'use strict';
/**
 * The board (chapter 1): 91 tiles, their cids, the six directions, and what the
 * displacement between two tiles is a multiple of.
 */

const PLACES = 121;

/** TRB-BRD-3: direction number to displacement. */
const DIRECTIONS = [[1, 1], [1, 0], [0, 1], [-1, -1], [-1, 0], [0, -1]];

/** The leaps of height 2, which are also the lines of slides (chapter 3). */
const LEAPS_2 = [[1, 2], [-1, -2], [-1, 1], [1, -1], [2, 1], [-2, -1]];

/** The leaps of height 3 (chapter 3). */
const LEAPS_3 = [
  [3, 2], [-3, -2], [2, 3], [-2, -3],
  [1, 3], [-1, -3], [3, 1], [-3, -1],
  [-1, 2], [1, -2], [2, -1], [-2, 1],
];

/** What a displacement between two tiles can be; one bit each. */
const NEAR = 1; //   a neighbour
const LEAP_2 = 2; // a leap of height 2
const LEAP_3 = 4; // a leap of height 3
const SLIDE = 8; //  a multiple of a leap of height 2
const LINE = 16; //  a multiple of a direction
const JUMP = 32; //  twice a direction

/** @type {(x: number, y: number) => boolean} TRB-BRD-1 */
const onBoard = (x, y) => Math.max(Math.abs(x), Math.abs(y), Math.abs(x - y)) <= 5;

/** @type {(x: number, y: number) => number} TRB-BRD-2 */
const cidOf = (x, y) => (x + 5) * 11 + (y + 5);

/** @type {(cid: number) => {x: number, y: number}} */
const tileOf = (cid) => ({ x: Math.floor(cid / 11) - 5, y: (cid % 11) - 5 });

/** @type {(cid: unknown) => boolean} TRB-BRD-2: is this the number of a tile? */
function isTile(cid) {
  if (!Number.isInteger(cid) || cid < 0 || cid >= PLACES) return false;
  const { x, y } = tileOf(cid);
  return onBoard(x, y);
}

/** All 91 cids, ascending. */
const TILES = Array.from({ length: PLACES }, (_, cid) => cid).filter(isTile);

/** The places of a stored board that are no tiles. */
const OFF_BOARD = Array.from({ length: PLACES }, (_, cid) => cid).filter((cid) => !isTile(cid));

/** NEIGHBOUR[cid * 6 + d]: the neighbour in direction d, or -1. */
const NEIGHBOUR = new Int16Array(PLACES * 6).fill(-1);

/** KIND[from * 121 + to]: the bits above. */
const KIND = new Uint8Array(PLACES * PLACES);

/** STEP[from * 121 + to]: difference of cids for one step of the line or slide that joins both tiles. */
const STEP = new Int16Array(PLACES * PLACES);

/**
 * How many times the vector goes into the displacement; 0 when it is no multiple.
 * @param {number} dx @param {number} dy @param {number[]} vector
 */
function multiple(dx, dy, [vx, vy]) {
  const n = vx !== 0 ? dx / vx : dy / vy;
  return Number.isInteger(n) && n > 0 && vx * n === dx && vy * n === dy ? n : 0;
}

/** @param {number} from @param {number} to */
function classify(from, to) {
  const a = tileOf(from);
  const b = tileOf(to);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const at = from * PLACES + to;
  DIRECTIONS.forEach((v, d) => {
    const n = multiple(dx, dy, v);
    if (n === 0) return;
    KIND[at] |= LINE | (n === 1 ? NEAR : 0) | (n === 2 ? JUMP : 0);
    STEP[at] = v[0] * 11 + v[1];
    if (n === 1) NEIGHBOUR[from * 6 + d] = to;
  });
  for (const v of LEAPS_2) {
    const n = multiple(dx, dy, v);
    if (n === 0) continue;
    KIND[at] |= SLIDE | (n === 1 ? LEAP_2 : 0);
    STEP[at] = v[0] * 11 + v[1];
  }
  if (LEAPS_3.some((v) => multiple(dx, dy, v) === 1)) KIND[at] |= LEAP_3;
}

for (const from of TILES) for (const to of TILES) classify(from, to);

/** @type {(cid: number, dir: number) => number} the neighbour's cid, or -1 off the board */
const neighbour = (cid, dir) => NEIGHBOUR[cid * 6 + dir];

module.exports = {
  PLACES, TILES, OFF_BOARD, KIND, STEP,
  NEAR, LEAP_2, LEAP_3, SLIDE, LINE, JUMP,
  cidOf, tileOf, isTile, neighbour,
};
