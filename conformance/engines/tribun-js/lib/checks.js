'use strict';
/**
 * The checks of turns (chapters 4 to 6). Each clause is a question about a decoded action that
 * answers true, false, or undefined where it is moot (chapter 0). Each is asked on its own. The order within a kind is free;
 * what refuses most comes first.
 *
 * @typedef {import('./situation.js').Situation} Situation
 * @typedef {import('./words.js').Fields} Fields
 * @typedef {(sit: Situation, f: Fields) => boolean|undefined} Question
 */
const { neighbour } = require('./board.js');
const { P, S, SIDE, TRIBUN, isHeight, isHeightOrNone, round, holds } = require('./units.js');
const { reaches, aims, heightOf } = require('./patterns.js');

const MOOT = undefined;

// ---- what several kinds of words ask -------------------------------------------------------

/** @type {(sit: Situation, cid: number, dir: number) => boolean} */
function emptyNeighbour(sit, cid, dir) {
  const tile = neighbour(cid, dir);
  return tile >= 0 && sit.board[tile] === 0;
}

/** @type {(byte: number, part: number) => boolean} is there such a part to ask about? */
const hasPart = (byte, part) => heightOf(byte, part) > 0;

/** @type {(byte: number, amount: number) => boolean} keeps nothing, or a height */
const keepsHeight = (byte, amount) => isHeightOrNone(P[byte] - amount);

/** @type {(byte: number, amount: number) => boolean} keeps nothing, or enough for its slave */
function keepsSlave(byte, amount) {
  const kept = P[byte] - amount;
  return kept === 0 || 2 * kept >= S[byte];
}

/** @type {(sit: Situation, part: number, from: number) => boolean|undefined} MOV-2, KIL-2 */
function partIsThere(sit, part, from) {
  if (part === 0) return true;
  const byte = sit.board[from];
  return byte === 0 ? MOOT : S[byte] > 0;
}

/** Whether the named part of the mover, with all others, can bring down the target (KIL-6, ENS-6). */
function strengthSuffices(sit, mover, part, target) {
  const byte = sit.board[target];
  if (byte === 0 || sit.board[mover] === 0) return MOOT;
  const share = aims(sit, mover, part, target) ? heightOf(sit.board[mover], part) : 0;
  return share + sit.greatestStrength(target, mover) >= P[byte];
}

/** @type {Question} */
const targetIsEnemy = (sit, f) => sit.isEnemy(f.targetCid);

/** @type {Question} */
const targetIsNoTribun = (sit, f) => (sit.board[f.targetCid] === 0 ? MOOT : TRIBUN[sit.board[f.targetCid]] === 0);

/** @type {Question} */
const targetHasNoSlave = (sit, f) => (sit.board[f.targetCid] === 0 ? MOOT : S[sit.board[f.targetCid]] === 0);

/** @type {Question} */
const moverIsOwn = (sit, f) => sit.isOwn(f.attackerCid);

/** @type {Question} */
const actorIsOwn = (sit, f) => sit.isOwn(f.actorCid);

/** @type {Question} */
const centreIsEmpty = (sit, f) => sit.board[f.centerCid] === 0;

// ---- MOVE ----------------------------------------------------------------------------------

/** @type {Record<string, Question>} */
const MOVE = {
  'TRB-MOV-4': (sit, f) =>
    hasPart(sit.board[f.fromCid], f.part) ? reaches(sit, f.fromCid, f.part, f.toCid) : MOOT,
  'TRB-MOV-3': (sit, f) => sit.board[f.toCid] === 0,
  'TRB-MOV-1': (sit, f) => sit.isOwn(f.fromCid),
  'TRB-MOV-2': (sit, f) => partIsThere(sit, f.part, f.fromCid),
};

// ---- attacks -------------------------------------------------------------------------------

/** @type {Record<string, Question>} */
const KILL = {
  'TRB-KIL-3': (sit, f) =>
    hasPart(sit.board[f.attackerCid], f.part) ? aims(sit, f.attackerCid, f.part, f.targetCid) : MOOT,
  'TRB-KIL-1': moverIsOwn,
  'TRB-ATK-1': targetIsEnemy,
  'TRB-ATK-2': targetIsNoTribun,
  'TRB-KIL-2': (sit, f) => partIsThere(sit, f.part, f.attackerCid),
  'TRB-KIL-4': (sit, f) => {
    if (!hasPart(sit.board[f.attackerCid], f.part)) return MOOT;
    return !sit.rules.killerReaches || reaches(sit, f.attackerCid, f.part, f.targetCid);
  },
  'TRB-KIL-5': targetHasNoSlave,
  'TRB-KIL-6': (sit, f) => strengthSuffices(sit, f.attackerCid, f.part, f.targetCid),
};

/** @type {Record<string, Question>} */
const LIBERATE = {
  'TRB-ATK-1': targetIsEnemy,
  'TRB-LIB-1': (sit, f) => (sit.board[f.targetCid] === 0 ? MOOT : S[sit.board[f.targetCid]] > 0),
  'TRB-ATK-2': targetIsNoTribun,
  'TRB-LIB-2': (sit, f) => {
    const byte = sit.board[f.targetCid];
    if (byte === 0) return MOOT;
    const left = round(P[byte] - Math.min(P[byte], sit.greatestStrength(f.targetCid)));
    return left === 0 || 2 * left < S[byte];
  },
};

/** @type {Record<string, Question>} */
const DAMAGE = {
  'TRB-ATK-1': targetIsEnemy,
  'TRB-ATK-2': targetIsNoTribun,
  'TRB-DMG-1': (sit, f) => {
    const byte = sit.board[f.targetCid];
    return byte === 0 ? MOOT : f.effDmgMinus1 + 1 < P[byte];
  },
  'TRB-DMG-3': (sit, f) => {
    const byte = sit.board[f.targetCid];
    return byte === 0 ? MOOT : S[byte] === 0 || 2 * (P[byte] - f.effDmgMinus1 - 1) >= S[byte];
  },
  'TRB-DMG-2': (sit, f) => {
    const byte = sit.board[f.targetCid];
    return byte === 0 ? MOOT : someAttackLeaves(sit, f.targetCid, P[byte], P[byte] - f.effDmgMinus1 - 1);
  },
};

/** @type {(sit: Situation, target: number, height: number, left: number) => boolean} DMG-2 */
function someAttackLeaves(sit, target, height, left) {
  const damages = sit.possibleDamages(target, height);
  for (let damage = 1; damage <= height; damage++) {
    if ((damages >> damage) & 1 && round(height - damage) === left) return true;
  }
  return false;
}

/** @type {Record<string, Question>} */
const ENSLAVE = {
  'TRB-ENS-4': (sit, f) => (sit.board[f.attackerCid] === 0 ? MOOT : aims(sit, f.attackerCid, 0, f.targetCid)),
  'TRB-ENS-1': moverIsOwn,
  'TRB-ATK-1': targetIsEnemy,
  'TRB-ENS-2': targetIsNoTribun,
  'TRB-ENS-3': targetHasNoSlave,
  'TRB-ENS-5': (sit, f) => {
    if (sit.board[f.attackerCid] === 0) return MOOT;
    return !sit.rules.enslaverReaches || reaches(sit, f.attackerCid, 0, f.targetCid);
  },
  'TRB-ENS-7': (sit, f) => {
    const mover = sit.board[f.attackerCid];
    const target = sit.board[f.targetCid];
    return mover === 0 || target === 0 ? MOOT : holds(P[mover], P[target]);
  },
  'TRB-ENS-8': (sit, f) => {
    const mover = sit.board[f.attackerCid];
    return mover === 0 ? MOOT : TRIBUN[mover] === 0 || sit.rules.tribunEnslave === 'yes';
  },
  'TRB-ENS-6': (sit, f) => strengthSuffices(sit, f.attackerCid, 0, f.targetCid),
};

/** @type {Record<string, Question>} */
const ATTACK_TRIBUN = {
  'TRB-TRI-1': (sit, f) => sit.isEnemy(f.tribunCid) && TRIBUN[sit.board[f.tribunCid]] === 1,
  'TRB-TRI-2': moverIsOwn,
  'TRB-TRI-3': (sit, f) => {
    if (sit.board[f.attackerCid] === 0) return MOOT;
    return aims(sit, f.attackerCid, 0, f.tribunCid) || aims(sit, f.attackerCid, 1, f.tribunCid);
  },
  'TRB-TRI-4': (sit, f) => f.winnerColor === sit.turn,
};

// ---- COMBINE -------------------------------------------------------------------------------

/** @type {(sit: Situation, centre: number, dir: number) => number} the donor's byte, 0 when it is missing */
function donorAt(sit, centre, dir) {
  const tile = neighbour(centre, dir);
  return tile < 0 ? 0 : sit.board[tile];
}

/** @type {(question: (byte: number, amount: number, sit: Situation) => boolean) => Question} */
const ofBothDonors = (question) => (sit, f) => {
  const a = donorAt(sit, f.centerCid, f.dirA);
  const b = donorAt(sit, f.centerCid, f.dirB);
  if (a === 0 || b === 0) return MOOT;
  return question(a, f.donAminus1 + 1, sit) && question(b, f.donBminus1 + 1, sit);
};

/** As above; moot when a donor gives more than it has. */
const ofBothKept = (question) => (sit, f) => {
  if (COMBINE['TRB-COM-5'](sit, f) !== true) return MOOT;
  return ofBothDonors(question)(sit, f);
};

/** @type {(byte: number, amount: number) => boolean} */
const hasAsMuch = (byte, amount) => amount <= P[byte];
const keepsHeightUnless = (byte, amount, sit) => sit.rules.remainderRounds || keepsHeight(byte, amount);
const keepsSlaveUnless = (byte, amount, sit) => sit.rules.donorLiberates || keepsSlave(byte, amount);

/** @type {Record<string, Question>} */
const COMBINE = {
  'TRB-COM-1': centreIsEmpty,
  'TRB-COM-2': (sit, f) => f.dirA !== f.dirB,
  'TRB-COM-3': (sit, f) => sit.rules.anyOrder || f.dirA <= f.dirB,
  'TRB-COM-7': (sit, f) => mayBeCreated(f.donAminus1 + f.donBminus1 + 2, sit.rules),
  'TRB-COM-4': (sit, f) => ownDonor(sit, f.centerCid, f.dirA) && ownDonor(sit, f.centerCid, f.dirB),
  'TRB-COM-5': ofBothDonors(hasAsMuch),
  'TRB-COM-6': ofBothDonors((byte, amount) => TRIBUN[byte] === 0 || amount === P[byte]),
  'TRB-COM-8': ofBothKept(keepsHeightUnless),
  'TRB-COM-9': ofBothKept(keepsSlaveUnless),
};

/** @type {(sum: number, rules: import('./readings.js').Rules) => boolean} COM-7 */
function mayBeCreated(sum, rules) {
  if (!rules.combineRounds) return isHeight(sum);
  return sum <= 8 || !rules.nineIsNone;
}

/** @type {(sit: Situation, centre: number, dir: number) => boolean} */
function ownDonor(sit, centre, dir) {
  const byte = donorAt(sit, centre, dir);
  return byte !== 0 && SIDE[byte] === sit.turn;
}

// ---- SYM_COMBINE ---------------------------------------------------------------------------

/** TRB-SYM-1: directions of the donors by configuration. */
const CONFIGURATIONS = [[0, 1, 2, 3, 4, 5], [0, 4, 5], [3, 1, 2]];

/** @type {(question: (byte: number, f: Fields, sit: Situation, first: number) => boolean) => Question} */
const ofAllDonors = (question) => (sit, f) => {
  const donors = CONFIGURATIONS[f.config].map((dir) => donorAt(sit, f.centerCid, dir));
  if (donors.includes(0)) return MOOT;
  return donors.every((byte) => question(byte, f, sit, donors[0]));
};

/** As above; moot when a donor gives more than it has. */
const ofAllKept = (question) => (sit, f) =>
  (SYM_COMBINE['TRB-SYM-7'](sit, f) === true ? ofAllDonors(question)(sit, f) : MOOT);

/** @type {Record<string, Question>} */
const SYM_COMBINE = {
  'TRB-SYM-2': centreIsEmpty,
  'TRB-SYM-3': (sit, f) => CONFIGURATIONS[f.config].every((dir) => ownDonor(sit, f.centerCid, dir)),
  'TRB-SYM-4': ofAllDonors((byte, f, sit, first) =>
    P[byte] === P[first] && (sit.rules.slavesMayDiffer || S[byte] === S[first])),
  'TRB-SYM-5': ofAllDonors((byte) => TRIBUN[byte] === 0),
  'TRB-SYM-6': (sit, f) => f.donMinus1 === 0 || (f.donMinus1 === 1 && f.config !== 0),
  'TRB-SYM-7': ofAllDonors((byte, f) => hasAsMuch(byte, f.donMinus1 + 1)),
  'TRB-SYM-8': ofAllKept((byte, f, sit) => keepsHeightUnless(byte, f.donMinus1 + 1, sit)),
  'TRB-SYM-9': ofAllKept((byte, f, sit) => keepsSlaveUnless(byte, f.donMinus1 + 1, sit)),
};

// ---- SPLIT and BACKSTABB -------------------------------------------------------------------

/** Names of the amounts, by direction. */
const AMOUNTS = ['h0', 'h1', 'h2', 'h3', 'h4', 'h5'];

/** @type {(f: Fields) => number} all amounts together */
const given = (f) => f.h0 + f.h1 + f.h2 + f.h3 + f.h4 + f.h5;

/** @type {(f: Fields) => number} how many neighbours are given an amount */
const pieces = (f) => AMOUNTS.reduce((n, name) => n + (f[name] > 0 ? 1 : 0), 0);

/** @type {(question: (byte: number, sum: number, sit: Situation, f: Fields) => boolean) => Question} */
const ofTheRest = (question) => (sit, f) => {
  const byte = sit.board[f.actorCid];
  const sum = given(f);
  return byte === 0 || sum > P[byte] ? MOOT : question(byte, sum, sit, f);
};

/** @type {Record<string, Question>} */
const SPLIT = {
  'TRB-SPL-1': actorIsOwn,
  'TRB-SPL-2': (sit, f) => (sit.board[f.actorCid] === 0 ? MOOT : TRIBUN[sit.board[f.actorCid]] === 0),
  'TRB-SPL-4': (sit, f) => (sit.board[f.actorCid] === 0 ? MOOT : given(f) <= P[sit.board[f.actorCid]]),
  'TRB-SPL-3': (sit, f) => AMOUNTS.every((name, dir) => f[name] === 0 || emptyNeighbour(sit, f.actorCid, dir)),
  'TRB-SPL-5': (sit, f) => AMOUNTS.every((name) => isHeightOrNone(f[name])),
  'TRB-SPL-6': ofTheRest(keepsHeight),
  'TRB-SPL-7': ofTheRest(keepsSlaveUnless),
  'TRB-SPL-8': ofTheRest((byte, sum, sit, f) => pieces(f) + (actorTileCounts(byte, sum, sit) ? 1 : 0) >= 2),
};

/** Whether the tile of a splitting actor counts among those that result (SPL-8). */
function actorTileCounts(byte, sum, sit) {
  const keeps = sum < P[byte];
  return sit.rules.freedCounts ? keeps || S[byte] > 0 : keeps && keepsSlave(byte, sum);
}

/** @type {Record<string, Question>} */
const BACKSTABB = {
  'TRB-BKS-1': actorIsOwn,
  'TRB-BKS-2': (sit, f) => (sit.board[f.actorCid] === 0 ? MOOT : S[sit.board[f.actorCid]] > 0),
  'TRB-BKS-3': (sit, f) => emptyNeighbour(sit, f.actorCid, f.dir),
};

// ---- asking --------------------------------------------------------------------------------

/** Clauses and questions by opcode. */
const CHECKS = [MOVE, KILL, LIBERATE, DAMAGE, ENSLAVE, COMBINE, SYM_COMBINE, SPLIT, BACKSTABB, ATTACK_TRIBUN];
const QUESTIONS = CHECKS.map((checks) => Object.values(checks));

/**
 * The predicate: does every check of a turn answer yes?
 * @param {Situation} sit @param {number} opcode 0 to 9 @param {Fields} f
 */
function allows(sit, opcode, f) {
  const questions = QUESTIONS[opcode];
  for (let i = 0; i < questions.length; i++) if (questions[i](sit, f) !== true) return false;
  return true;
}

/**
 * Every check of a turn that answers no.
 * @param {Situation} sit @param {number} opcode 0 to 9 @param {Fields} f
 * @returns {string[]}
 */
const brokenBy = (sit, opcode, f) =>
  Object.keys(CHECKS[opcode]).filter((clause) => CHECKS[opcode][clause](sit, f) === false);

module.exports = { allows, brokenBy, AMOUNTS, CONFIGURATIONS };
