'use strict';
/**
 * Reach and aim (chapter 3) as questions: does this part reach that tile, does it aim there?
 * Both are answered by looking at the displacement, and at what stands on the way.
 *
 * @typedef {import('./situation.js').Situation} Situation
 */
const { KIND, STEP, PLACES, NEAR, LEAP_2, LEAP_3, SLIDE, LINE, JUMP, neighbour } = require('./board.js');
const { P, S, SIDE, TRIBUN } = require('./units.js');

/** Difference of cids for one step up; for black this is forward. */
const UP = 12;

/** @type {(byte: number, part: number) => number} height of a part, 0 when it is not there */
const heightOf = (byte, part) => (part === 0 ? P[byte] : S[byte]);

/**
 * Forward for a part of height 1 (TRB-BRD-4, TRB-PAT-10): 1 is up, -1 is down.
 * @param {Situation} sit @param {number} byte @param {number} part
 */
function forwardOf(sit, byte, part) {
  const turned = part === 1 && sit.rules.slaveTurned;
  return (SIDE[byte] === 0) !== turned ? 1 : -1;
}

/** @type {(byte: number, part: number) => boolean} TRB-PAT-11 */
const isTribunPattern = (byte, part) => part === 0 && TRIBUN[byte] === 1;

/** @type {(sit: Situation, from: number, to: number) => boolean} nothing on the steps between */
function emptyBetween(sit, from, to) {
  const step = STEP[from * PLACES + to];
  for (let cid = from + step; cid !== to; cid += step) if (sit.board[cid] !== 0) return false;
  return true;
}

/**
 * TRB-PAT-8, TRB-PAT-12.
 * @param {Situation} sit @param {number} from @param {number} part @param {number} to
 */
function mayJump(sit, from, part, to) {
  const between = sit.board[(from + to) / 2];
  if (between === 0) return true;
  const turned = part === 1 && sit.rules.jumperTurned;
  return (SIDE[between] === SIDE[sit.board[from]]) !== turned;
}

/**
 * Reach: whatever stands on the final tile.
 * @param {Situation} sit @param {number} from @param {number} part @param {number} to
 * @returns {boolean}
 */
function reaches(sit, from, part, to) {
  const kind = KIND[from * PLACES + to];
  if (kind === 0) return false;
  const byte = sit.board[from];
  switch (heightOf(byte, part)) {
    case 1:
      if ((kind & NEAR) === 0) return false;
      return isTribunPattern(byte, part) || to - from === UP * forwardOf(sit, byte, part);
    case 2: return (kind & LEAP_2) !== 0;
    case 3: return (kind & LEAP_3) !== 0;
    case 4:
    case 6: return (kind & SLIDE) !== 0 && emptyBetween(sit, from, to);
    case 8: return (kind & NEAR) !== 0 || ((kind & JUMP) !== 0 && mayJump(sit, from, part, to));
    default: return false;
  }
}

/** @type {(from: number, to: number, forward: number) => boolean} TRB-AIM-1, for neighbours */
const besideForward = (from, to, forward) => to - from === 11 * forward || to - from === forward;

/**
 * Aim: whether an enemy stands there is asked elsewhere.
 * @param {Situation} sit @param {number} from @param {number} part @param {number} to
 * @returns {boolean}
 */
function aims(sit, from, part, to) {
  const byte = sit.board[from];
  const kind = KIND[from * PLACES + to];
  switch (heightOf(byte, part)) {
    case 1:
      if ((kind & NEAR) === 0) return false;
      return isTribunPattern(byte, part) || besideForward(from, to, forwardOf(sit, byte, part));
    case 2: return (kind & LEAP_2) !== 0;
    case 3: return (kind & LEAP_3) !== 0;
    case 4: return (kind & SLIDE) !== 0 && sit.board[to] !== 0 && emptyBetween(sit, from, to);
    case 6: return aimsAsSix(sit, from, to, kind);
    case 8:
      if ((kind & (NEAR | LEAP_2)) !== 0) return true;
      return (kind & JUMP) !== 0 && mayJump(sit, from, part, to);
    default: return false;
  }
}

/** @type {(sit: Situation, from: number, to: number, kind: number) => boolean} TRB-AIM-6 */
function aimsAsSix(sit, from, to, kind) {
  if (sit.board[to] === 0) return false;
  if (sit.rules.height6 === 'rays') return (kind & LINE) !== 0 && emptyBetween(sit, from, to);
  const { distances, nearest } = touchedFrom(sit, from);
  const distance = distances.get(to);
  return distance !== undefined && (sit.rules.height6 === 'flood' || distance === nearest);
}

/**
 * The flood of TRB-AIM-6: every unit touched, with its distance.
 * @param {Situation} sit @param {number} from
 * @returns {{distances: Map<number, number>, nearest: number}}
 */
function touchedFrom(sit, from) {
  sit.floods ??= new Map();
  const known = sit.floods.get(from);
  if (known !== undefined) return known;
  const distances = new Map();
  const seen = new Set([from]);
  let edge = [from];
  for (let distance = 1; edge.length > 0; distance++) {
    const next = [];
    for (const cid of edge) {
      for (let d = 0; d < 6; d++) {
        const to = neighbour(cid, d);
        if (to < 0 || seen.has(to)) continue;
        seen.add(to);
        if (sit.board[to] === 0) next.push(to);
        else distances.set(to, distance);
      }
    }
    edge = next;
  }
  const touched = { distances, nearest: Math.min(...distances.values()) };
  sit.floods.set(from, touched);
  return touched;
}

module.exports = { heightOf, reaches, aims };
