'use strict';
/**
 * What a legal turn does to the board (the effects of chapters 4 to 6).
 *
 * @typedef {import('./situation.js').Situation} Situation
 * @typedef {import('./words.js').Fields} Fields
 * @typedef {(board: Uint8Array, f: Fields, side: number) => void} Effect
 */
const { neighbour } = require('./board.js');
const { P, S, SIDE, TRIBUN, byteOf, round, primaryAlone, slaveFreed, lowered } = require('./units.js');
const { AMOUNTS, CONFIGURATIONS } = require('./checks.js');

/**
 * Part 0: the primary goes and its slave is freed; part 1: the whole unit goes.
 * @param {Uint8Array} board @param {number} from @param {number} to @param {number} part
 */
function go(board, from, to, part) {
  const byte = board[from];
  board[from] = part === 0 ? slaveFreed(byte) : 0;
  board[to] = part === 0 ? primaryAlone(byte) : byte;
}

/** @type {Effect} TRB-MOV-5, TRB-MOV-6 */
const move = (board, f) => go(board, f.fromCid, f.toCid, f.part);

/** @type {Effect} TRB-KIL-7 */
const kill = (board, f) => go(board, f.attackerCid, f.targetCid, f.part);

/** @type {Effect} TRB-LIB-3 */
const liberate = (board, f) => {
  board[f.targetCid] = slaveFreed(board[f.targetCid]);
};

/** @type {Effect} TRB-DMG-4 */
const damage = (board, f) => {
  const byte = board[f.targetCid];
  board[f.targetCid] = byteOf(P[byte] - f.effDmgMinus1 - 1, S[byte], SIDE[byte], TRIBUN[byte]);
};

/** @type {Effect} TRB-ENS-9 */
const enslave = (board, f, side) => {
  const mover = board[f.attackerCid];
  const victim = board[f.targetCid];
  board[f.attackerCid] = slaveFreed(mover);
  board[f.targetCid] = byteOf(P[mover], P[victim], side, TRIBUN[mover]);
};

/** @type {Effect} TRB-COM-10, TRB-COM-11 */
const combine = (board, f, side) => {
  const a = neighbour(f.centerCid, f.dirA);
  const b = neighbour(f.centerCid, f.dirB);
  const height = round(f.donAminus1 + f.donBminus1 + 2);
  board[f.centerCid] = byteOf(height, 0, side, TRIBUN[board[a]] | TRIBUN[board[b]]);
  board[a] = lowered(board[a], f.donAminus1 + 1);
  board[b] = lowered(board[b], f.donBminus1 + 1);
};

/** @type {Effect} TRB-SYM-10 */
const symCombine = (board, f, side) => {
  const amount = f.donMinus1 + 1;
  const donors = CONFIGURATIONS[f.config].map((dir) => neighbour(f.centerCid, dir));
  for (const donor of donors) board[donor] = lowered(board[donor], amount);
  board[f.centerCid] = byteOf(amount * donors.length, 0, side, 0);
};

/** @type {Effect} TRB-SPL-9 */
const split = (board, f, side) => {
  let sum = 0;
  AMOUNTS.forEach((name, dir) => {
    if (f[name] === 0) return;
    board[neighbour(f.actorCid, dir)] = byteOf(f[name], 0, side, 0);
    sum += f[name];
  });
  board[f.actorCid] = lowered(board[f.actorCid], sum);
};

/** @type {Effect} TRB-BKS-4 */
const backstabb = (board, f) => {
  board[neighbour(f.actorCid, f.dir)] = primaryAlone(board[f.actorCid]);
  board[f.actorCid] = 0;
};

/** @type {Effect} TRB-TRI-5: the board stays */
const attackTribun = () => {};

/** @type {Effect[]} by opcode */
const EFFECTS = [
  move, kill, liberate, damage, enslave, combine, symCombine, split, backstabb, attackTribun,
];

/**
 * The board after a legal turn.
 * @param {Situation} sit @param {number} opcode 0 to 9 @param {Fields} fields
 * @returns {Uint8Array}
 */
function boardAfter(sit, opcode, fields) {
  const board = sit.board.slice();
  EFFECTS[opcode](board, fields, sit.turn);
  return board;
}

module.exports = { boardAfter };
