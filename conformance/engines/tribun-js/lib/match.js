'use strict';
/**
 * Whole words in a match: who may submit them, draws and ends (chapters 4 and 7), and what comes after.
 *
 * @typedef {import('./words.js').Action} Action
 * @typedef {import('./words.js').Fields} Fields
 * @typedef {'black'|'white'|'server'|undefined} By
 */
const { Situation } = require('./situation.js');
const { COLORS } = require('./units.js');
const { OP, decode } = require('./words.js');
const { brokenBy } = require('./checks.js');
const { boardAfter } = require('./effects.js');
const { countLegal, eachLegal, hasLegal } = require('./legal.js');
const { illegal } = require('./refusals.js');

const NOBODY = -1;
const DRAW_ACTION = { OFFER: 0, RETRACT: 1, ACCEPT: 2, DECLINE: 3 };
const REASON = { RESIGNATION: 0, NO_LEGAL_TURN: 1, PLAYER_OUT_OF_TIME: 2, MATCH_OUT_OF_TIME: 3 };

/**
 * Who must submit the word, and the clause that says so.
 * @param {Situation} sit @param {Action} action
 * @returns {[string, string]}
 */
function submitter(sit, { opcode, fields }) {
  if (opcode < OP.DRAW) return ['TRB-TRN-4', COLORS[sit.turn]];
  if (opcode === OP.DRAW) return ['TRB-DRW-1', COLORS[fields.actorColor]];
  if (fields.endReason === REASON.RESIGNATION) return ['TRB-END-3', COLORS[fields.loserColor]];
  return ['TRB-END-4', 'server'];
}

/** @type {(sit: Situation, f: Fields) => string[]} checks of DRAW that answer no */
function brokenByDraw(sit, { drawAction, actorColor }) {
  const other = 1 - actorColor;
  switch (drawAction) {
    case DRAW_ACTION.OFFER: {
      const broken = [];
      if (sit.drawOfferBy === actorColor) broken.push('TRB-DRW-2');
      if (sit.drawOfferBy === other && !sit.rules.crossAccepts) broken.push('TRB-DRW-3');
      if (sit.drawBlocked === actorColor) broken.push('TRB-DRW-4');
      return broken;
    }
    case DRAW_ACTION.RETRACT: return sit.drawOfferBy === actorColor ? [] : ['TRB-DRW-5'];
    case DRAW_ACTION.ACCEPT: return sit.drawOfferBy === other ? [] : ['TRB-DRW-6'];
    default: return sit.drawOfferBy === other ? [] : ['TRB-DRW-7'];
  }
}

/** @type {(sit: Situation, f: Fields) => string[]} checks of END that answer no */
function brokenByEnd(sit, { endReason, loserColor }) {
  if (endReason !== REASON.NO_LEGAL_TURN || sit.rules.endUnchecked) return [];
  const broken = [];
  if (hasLegal(sit)) broken.push('TRB-END-1');
  if (loserColor !== sit.turn) broken.push('TRB-END-2');
  return broken;
}

/**
 * Every check that a readable word breaks; it is legal when there is none.
 * @param {Situation} sit @param {Action} action @param {By} [by]
 * @returns {string[]}
 */
function broken(sit, action, by) {
  if (sit.ended) return ['TRB-TRN-5'];
  const [clause, who] = submitter(sit, action);
  const wrongSubmitter = by === undefined || by === who ? [] : [clause];
  if (action.opcode === OP.DRAW) return [...wrongSubmitter, ...brokenByDraw(sit, action.fields)];
  if (action.opcode === OP.END) return [...wrongSubmitter, ...brokenByEnd(sit, action.fields)];
  return [...wrongSubmitter, ...brokenBy(sit, action.opcode, action.fields)];
}

/** @type {(sit: Situation, winner: number, turn?: number) => Situation} TRB-END-5, -6, -8 */
const ended = (sit, winner, turn = sit.turn) =>
  new Situation(sit.rules, sit.board, { turn, drawOfferBy: NOBODY, drawBlocked: sit.drawBlocked, ended: true, winner });

/** @type {(sit: Situation, drawOfferBy: number, drawBlocked: number) => Situation} */
const withOffer = (sit, drawOfferBy, drawBlocked) =>
  new Situation(sit.rules, sit.board, { turn: sit.turn, drawOfferBy, drawBlocked, ended: false, winner: NOBODY });

/** @type {(sit: Situation, actor: number) => Situation} TRB-DRW-8, -9; over the other's offer it accepts (TRB-DRW-11) */
function afterOffer(sit, actor) {
  const other = 1 - actor;
  if (sit.drawOfferBy === other) return ended(sit, NOBODY);
  return withOffer(sit, actor, sit.drawBlocked === other ? NOBODY : sit.drawBlocked);
}

/** @type {(sit: Situation, f: Fields) => Situation} TRB-DRW-8 to TRB-DRW-12 */
function afterDraw(sit, { drawAction, actorColor }) {
  switch (drawAction) {
    case DRAW_ACTION.OFFER: return afterOffer(sit, actorColor);
    case DRAW_ACTION.RETRACT: return withOffer(sit, NOBODY, sit.drawBlocked);
    case DRAW_ACTION.ACCEPT: return ended(sit, NOBODY);
    default: return withOffer(sit, NOBODY, 1 - actorColor);
  }
}

/** @type {(sit: Situation, f: Fields) => Situation} TRB-END-5, TRB-END-6 */
const afterEnd = (sit, { endReason, loserColor }) =>
  ended(sit, endReason === REASON.MATCH_OUT_OF_TIME ? NOBODY : 1 - loserColor);

/** @type {(sit: Situation, opcode: number, f: Fields) => Situation} TRB-TRN-2, TRB-DRW-14 and the effects of turns */
function afterTurn(sit, opcode, f) {
  const turn = 1 - sit.turn;
  if (opcode === OP.ATTACK_TRIBUN) return ended(sit, sit.turn, sit.rules.hitKeepsTurn ? sit.turn : turn);
  const drawOfferBy = sit.rules.offerLapses ? NOBODY : sit.drawOfferBy;
  const { drawBlocked } = sit;
  return new Situation(sit.rules, boardAfter(sit, opcode, f), { turn, drawOfferBy, drawBlocked, ended: false, winner: NOBODY });
}

/** @type {(sit: Situation) => Situation} TRB-END-9, asked of the position that a turn has led to */
function withoutTurnLost(sit) {
  const lost = sit.rules.noTurnEnds && !sit.ended && !hasLegal(sit);
  return lost ? ended(sit, 1 - sit.turn) : sit;
}

/** @type {(sit: Situation, action: Action) => Situation} what a legal word makes of the position */
function after(sit, { opcode, fields }) {
  if (opcode === OP.DRAW) return afterDraw(sit, fields);
  if (opcode === OP.END) return afterEnd(sit, fields);
  return withoutTurnLost(afterTurn(sit, opcode, fields));
}

/**
 * Applies a word, or throws its refusal.
 * @param {Situation} sit @param {unknown} word @param {By} [by]
 */
function applyWord(sit, word, by) {
  const action = decode(word, sit.rules);
  const clauses = broken(sit, action, by);
  if (clauses.length > 0) throw illegal(...clauses);
  return after(sit, action);
}

/**
 * TRB-PRF-1. A position without a legal turn counts nothing, ended or not, so TRB-END-9 is not asked here.
 * @param {Situation} sit @param {number} depth
 * @returns {number}
 */
function perft(sit, depth) {
  if (depth === 0) return 1;
  if (depth === 1) return countLegal(sit);
  let nodes = 0;
  eachLegal(sit, (opcode, fields) => {
    nodes += perft(afterTurn(sit, opcode, fields), depth - 1);
  });
  return nodes;
}

module.exports = { NOBODY, broken, applyWord, perft };
