'use strict';
/**
 * The list of legal words (TRB-TRN-6): payloads of every shape are tried, and those stay that the
 * predicate of checks.js allows. Only what could never be a yes is left untried: actors that are
 * not own, targets that are not enemies, centres that are not empty, donors out of order, amounts above a height.
 *
 * @typedef {import('./situation.js').Situation} Situation
 * @typedef {import('./words.js').Fields} Fields
 * @typedef {(opcode: number, fields: Fields) => void} Try
 */
const { TILES, neighbour } = require('./board.js');
const { P, S, TRIBUN } = require('./units.js');
const { OP, encode } = require('./words.js');
const { allows, AMOUNTS, CONFIGURATIONS } = require('./checks.js');

const DIRS = [0, 1, 2, 3, 4, 5];

/** @type {(sit: Situation, attempt: Try) => void} */
function tryMoves(sit, attempt) {
  const f = { fromCid: 0, toCid: 0, part: 0 };
  const destinations = TILES.filter((cid) => sit.board[cid] === 0);
  for (f.fromCid of sit.own()) {
    const parts = S[sit.board[f.fromCid]] > 0 ? 2 : 1;
    for (f.part = 0; f.part < parts; f.part++) {
      for (f.toCid of destinations) attempt(OP.MOVE, f);
    }
  }
}

/** @type {(sit: Situation, enemies: number[], attempt: Try) => void} */
function tryAttacksWithMover(sit, enemies, attempt) {
  const kill = { attackerCid: 0, targetCid: 0, part: 0 };
  const enslave = { attackerCid: 0, targetCid: 0 };
  const tribun = { attackerCid: 0, tribunCid: 0, winnerColor: sit.turn };
  for (const own of sit.own()) {
    kill.attackerCid = enslave.attackerCid = tribun.attackerCid = own;
    const parts = S[sit.board[own]] > 0 ? 2 : 1;
    for (const enemy of enemies) {
      kill.targetCid = enslave.targetCid = tribun.tribunCid = enemy;
      for (kill.part = 0; kill.part < parts; kill.part++) attempt(OP.KILL, kill);
      attempt(OP.ENSLAVE, enslave);
      if (TRIBUN[sit.board[enemy]] === 1) attempt(OP.ATTACK_TRIBUN, tribun);
    }
  }
}

/** @type {(sit: Situation, enemies: number[], attempt: Try) => void} */
function tryAttacksInPlace(sit, enemies, attempt) {
  const liberate = { targetCid: 0 };
  const damage = { targetCid: 0, effDmgMinus1: 0 };
  for (const enemy of enemies) {
    liberate.targetCid = damage.targetCid = enemy;
    attempt(OP.LIBERATE, liberate);
    for (damage.effDmgMinus1 = 0; damage.effDmgMinus1 < 8; damage.effDmgMinus1++) attempt(OP.DAMAGE, damage);
  }
}

/** @type {(sit: Situation, centre: number) => number[]} directions in which an own unit stands */
const donorsAround = (sit, centre) =>
  DIRS.filter((dir) => neighbour(centre, dir) >= 0 && sit.isOwn(neighbour(centre, dir)));

/** @type {(sit: Situation, centre: number, donors: number[], attempt: Try) => void} */
function tryCombines(sit, centre, donors, attempt) {
  const most = (dir) => P[sit.board[neighbour(centre, dir)]];
  const f = { centerCid: centre, dirA: 0, dirB: 0, donAminus1: 0, donBminus1: 0 };
  for (f.dirA of donors) {
    for (f.dirB of donors) {
      if (f.dirA === f.dirB || (f.dirA > f.dirB && !sit.rules.anyOrder)) continue;
      for (f.donAminus1 = 0; f.donAminus1 < most(f.dirA); f.donAminus1++) {
        for (f.donBminus1 = 0; f.donBminus1 < most(f.dirB); f.donBminus1++) attempt(OP.COMBINE, f);
      }
    }
  }
}

/** @type {(centre: number, attempt: Try) => void} */
function trySymCombines(centre, attempt) {
  const f = { centerCid: centre, config: 0, donMinus1: 0 };
  for (f.config = 0; f.config < CONFIGURATIONS.length; f.config++) {
    for (f.donMinus1 = 0; f.donMinus1 < 4; f.donMinus1++) attempt(OP.SYM_COMBINE, f);
  }
}

/** @type {(sit: Situation, actor: number, attempt: Try) => void} */
function trySplits(sit, actor, attempt) {
  const f = { actorCid: actor, h0: 0, h1: 0, h2: 0, h3: 0, h4: 0, h5: 0 };
  const open = DIRS.filter((dir) => neighbour(actor, dir) >= 0 && sit.board[neighbour(actor, dir)] === 0);
  /** Fills the amounts of the open neighbours from the nth on. */
  const fill = (n, left) => {
    if (n === open.length) {
      attempt(OP.SPLIT, f);
      return;
    }
    const name = AMOUNTS[open[n]];
    for (let amount = 0; amount <= left && amount < 8; amount++) {
      f[name] = amount;
      fill(n + 1, left - amount);
    }
    f[name] = 0;
  };
  fill(0, P[sit.board[actor]]);
}

/** @type {(actor: number, attempt: Try) => void} */
function tryBackstabbs(actor, attempt) {
  const f = { actorCid: actor, dir: 0 };
  for (f.dir of DIRS) attempt(OP.BACKSTABB, f);
}

/** @type {(sit: Situation, attempt: Try) => void} every payload worth trying */
function tryAll(sit, attempt) {
  const enemies = TILES.filter((cid) => sit.isEnemy(cid));
  tryMoves(sit, attempt);
  tryAttacksWithMover(sit, enemies, attempt);
  tryAttacksInPlace(sit, enemies, attempt);
  for (const centre of TILES) {
    if (sit.board[centre] !== 0) continue;
    const donors = donorsAround(sit, centre);
    if (donors.length >= 2) tryCombines(sit, centre, donors, attempt);
    if (donors.length >= 3) trySymCombines(centre, attempt);
  }
  for (const actor of sit.own()) {
    trySplits(sit, actor, attempt);
    if (S[sit.board[actor]] > 0) tryBackstabbs(actor, attempt);
  }
}

/**
 * Shows every legal turn to the visitor. The fields are reused: copy what you keep.
 * @param {Situation} sit @param {Try} visit
 */
function eachLegal(sit, visit) {
  if (sit.ended) return;
  tryAll(sit, (opcode, fields) => {
    if (allows(sit, opcode, fields)) visit(opcode, fields);
  });
}

/** @type {(sit: Situation) => number[]} the legal words, ascending */
function legalWords(sit) {
  const words = [];
  eachLegal(sit, (opcode, fields) => words.push(encode(opcode, fields, sit.rules)));
  return words.sort((a, b) => a - b);
}

/** @type {(sit: Situation) => number} */
function countLegal(sit) {
  let count = 0;
  eachLegal(sit, () => count++);
  return count;
}

/** @type {(sit: Situation) => boolean} is there any legal turn? */
function hasLegal(sit) {
  if (sit.ended) return false;
  let found = false;
  tryAll(sit, (opcode, fields) => {
    found ||= allows(sit, opcode, fields);
  });
  return found;
}

module.exports = { eachLegal, legalWords, countLegal, hasLegal };
