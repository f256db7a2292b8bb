'use strict';
/**
 * A position under its rules, with what is worth remembering while it is asked many questions.
 *
 * @typedef {import('./readings.js').Rules} Rules
 * @typedef {{cid: number, primary: number, slave: number}} Attacker
 *   strengths (TRB-ATK-4) of the parts that attack; 0 for a part that does not
 * @typedef {Object} Match what a position holds besides the board; sides are 0 and 1, -1 is nobody
 * @property {number} turn
 * @property {number} drawOfferBy
 * @property {number} drawBlocked
 * @property {boolean} ended
 * @property {number} winner
 */
const { TILES, PLACES } = require('./board.js');
const { P, S, SIDE } = require('./units.js');
const { aims } = require('./patterns.js');

class Situation {
  /** @param {Rules} rules @param {Uint8Array} board @param {Match} match */
  constructor(rules, board, match) {
    this.rules = rules;
    this.board = board;
    this.turn = match.turn;
    this.drawOfferBy = match.drawOfferBy;
    this.drawBlocked = match.drawBlocked;
    this.ended = match.ended;
    this.winner = match.winner;
    /** @type {Map<number, any>|null} floods of height 6, by origin */
    this.floods = null;
    /** @type {(Attacker[]|undefined)[]} */
    this.attackers = [];
    /** @type {number[]|null} */
    this.ownTiles = null;
  }

  /** @type {(cid: number) => boolean} */
  isOwn(cid) {
    const byte = this.board[cid];
    return byte !== 0 && SIDE[byte] === this.turn;
  }

  /** @type {(cid: number) => boolean} */
  isEnemy(cid) {
    const byte = this.board[cid];
    return byte !== 0 && SIDE[byte] !== this.turn;
  }

  /** @returns {number[]} cids of all own units, ascending */
  own() {
    this.ownTiles ??= TILES.filter((cid) => this.isOwn(cid));
    return this.ownTiles;
  }

  /** @type {(target: number) => Attacker[]} who can attack the tile (TRB-ATK-3) */
  attackersOf(target) {
    if (this.attackers.length === 0) this.attackers = new Array(PLACES).fill(undefined);
    return (this.attackers[target] ??= this.findAttackers(target));
  }

  /** @param {number} target @returns {Attacker[]} */
  findAttackers(target) {
    const found = [];
    for (const cid of this.own()) {
      const byte = this.board[cid];
      const primary = aims(this, cid, 0, target) ? P[byte] : 0;
      const slave = S[byte] !== 0 && aims(this, cid, 1, target) ? S[byte] : 0;
      if (primary + slave > 0) found.push({ cid, primary, slave });
    }
    return found;
  }

  /**
   * The strength of all attackers, each with its better part, but for the one on `except`.
   * @param {number} target @param {number} [except]
   */
  greatestStrength(target, except = -1) {
    let sum = 0;
    for (const { cid, primary, slave } of this.attackersOf(target)) {
      if (cid !== except) sum += Math.max(primary, slave);
    }
    return sum;
  }

  /**
   * The damages that some non-empty set of attackers can do (TRB-ATK-5): bit D is set when damage D can be done.
   * @param {number} target @param {number} limit height of the target's primary
   */
  possibleDamages(target, limit) {
    let sums = 1; // the empty set
    for (const { primary, slave } of this.attackersOf(target)) {
      sums |= capped(sums << primary, limit) | capped(sums << slave, limit);
    }
    return sums & ~1;
  }
}

/** @type {(sums: number, limit: number) => number} strength above the limit is lost */
function capped(sums, limit) {
  const above = sums >> limit;
  return (sums & ((1 << limit) - 1)) | (above !== 0 ? 1 << limit : 0);
}

module.exports = { Situation };
