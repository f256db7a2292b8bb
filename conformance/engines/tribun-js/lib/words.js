'use strict';
/**
 * Action words (chapter 8).
 *
 * @typedef {import('./readings.js').Rules} Rules
 * @typedef {Record<string, number>} Fields
 * @typedef {{opcode: number, fields: Fields}} Action
 * @typedef {{name: string, low: number, size: number}} Field
 * @typedef {{name: string, fields: Field[], unused: number}} Layout  `unused` is a mask of the payload
 */
const { isTile } = require('./board.js');
const { unreadable } = require('./refusals.js');

const PAYLOAD = 2 ** 28;

/** Opcode numbers by name. */
const OP = {
  MOVE: 0, KILL: 1, LIBERATE: 2, DAMAGE: 3, ENSLAVE: 4, COMBINE: 5,
  SYM_COMBINE: 6, SPLIT: 7, BACKSTABB: 8, ATTACK_TRIBUN: 9, DRAW: 10, END: 11,
};
const NAMES = Object.keys(OP);

/** TRB-LAY-0 to TRB-LAY-10: fields from bit 0 on, each with its number of bits. */
const SIZES = {
  MOVE: { fromCid: 7, toCid: 7, part: 1 },
  KILL: { attackerCid: 7, targetCid: 7, part: 1 },
  LIBERATE: { targetCid: 7 },
  DAMAGE: { targetCid: 7, effDmgMinus1: 3 },
  ENSLAVE: { attackerCid: 7, targetCid: 7 },
  COMBINE: { centerCid: 7, dirA: 3, dirB: 3, donAminus1: 3, donBminus1: 3 },
  SYM_COMBINE: { centerCid: 7, config: 2, donMinus1: 2 },
  SPLIT: { actorCid: 7, h0: 3, h1: 3, h2: 3, h3: 3, h4: 3, h5: 3 },
  BACKSTABB: { actorCid: 7, dir: 3 },
  ATTACK_TRIBUN: { attackerCid: 7, tribunCid: 7, winnerColor: 1 },
  DRAW: { drawAction: 2, actorColor: 1 },
};

/** TRB-LAY-11, by edition. */
const END_SIZES = {
  '2026-01': { endReason: 3, loserColor: 1 },
  '2026-04': { endReason: 2, loserColor: 1 },
};

/** @type {(name: string, sizes: Record<string, number>) => Layout} */
function layout(name, sizes) {
  let low = 0;
  const fields = Object.entries(sizes).map(([field, size]) => {
    low += size;
    return { name: field, low: low - size, size };
  });
  return { name, fields, unused: PAYLOAD - 2 ** low };
}

/** @type {(edition: string) => Layout[]} */
const layoutsOf = (edition) =>
  NAMES.map((name) => layout(name, name === 'END' ? END_SIZES[edition] : SIZES[name]));

/** @type {Record<string, Layout[]>} */
const LAYOUTS = { '2026-01': layoutsOf('2026-01'), '2026-04': layoutsOf('2026-04') };

/**
 * The clause that a value of a field breaks, or null.
 * @param {string} name @param {number} value @param {Rules} rules
 */
function fieldFault(name, value, rules) {
  if (name.endsWith('Cid')) return isTile(value) ? null : 'TRB-BRD-2';
  if (name === 'dirA' || name === 'dirB' || name === 'dir') return value > 5 ? 'TRB-WRD-5' : null;
  if (name === 'config') return value === 3 ? 'TRB-WRD-6' : null;
  if (name === 'endReason') return value > 3 ? 'TRB-WRD-7' : null;
  if (name === 'drawAction') return value === 3 && !rules.has2604 ? 'TRB-WRD-8' : null;
  return null;
}

/** @type {(fields: Fields, rules: Rules) => boolean} TRB-WRD-10: a tie that names a loser, where it must not */
const tieNamesLoser = ({ endReason, loserColor }, rules) => endReason === 3 && loserColor === 1 && rules.tieNamesNobody;

/** @type {(fields: Fields, rules: Rules) => string[]} */
function fieldFaults(fields, rules) {
  const faults = Object.entries(fields).map(([name, value]) => fieldFault(name, value, rules)).filter((fault) => fault !== null);
  if (tieNamesLoser(fields, rules)) faults.push('TRB-WRD-10');
  return faults;
}

/**
 * Decodes a word; throws the refusal when it is unreadable.
 * @param {unknown} word @param {Rules} rules
 * @returns {Action}
 */
function decode(word, rules) {
  if (!Number.isInteger(word) || word < 0 || word > 0xffffffff) throw unreadable('TRB-WRD-1');
  const opcode = Math.floor(word / PAYLOAD);
  if (opcode > OP.END) throw unreadable('TRB-WRD-2');
  const { fields: shape, unused } = LAYOUTS[rules.edition][opcode];
  /** @type {Fields} */
  const fields = {};
  for (const { name, low, size } of shape) fields[name] = (word >>> low) & ((1 << size) - 1);
  const faults = fieldFaults(fields, rules);
  if ((word & unused) !== 0 && !rules.unusedIgnored) faults.push('TRB-WRD-3');
  if (faults.length > 0) throw unreadable(...faults);
  return { opcode, fields };
}

/**
 * The number of an action whose fields are known to be in range.
 * @param {number} opcode @param {Fields} fields @param {Rules} rules
 */
function encode(opcode, fields, rules) {
  let payload = 0;
  for (const { name, low } of LAYOUTS[rules.edition][opcode].fields) payload |= fields[name] << low;
  return opcode * PAYLOAD + payload;
}

/** @type {(value: unknown, size: number) => boolean} */
const fits = (value, size) => Number.isInteger(value) && value >= 0 && value < 2 ** size;

/**
 * TRB-WRD-9 and the clauses that would refuse the word.
 * @param {unknown} name @param {unknown} fields @param {Rules} rules
 */
function encodeNamed(name, fields, rules) {
  const opcode = typeof name === 'string' && Object.hasOwn(OP, name) ? OP[name] : -1;
  if (opcode < 0 || fields === null || typeof fields !== 'object' || Array.isArray(fields)) throw unreadable('TRB-WRD-9');
  const shape = LAYOUTS[rules.edition][opcode].fields;
  const exact = Object.keys(fields).length === shape.length;
  if (!exact || !shape.every((f) => Object.hasOwn(fields, f.name) && fits(fields[f.name], f.size))) {
    throw unreadable('TRB-WRD-9');
  }
  const faults = fieldFaults(fields, rules);
  if (faults.length > 0) throw unreadable(...faults);
  return encode(opcode, fields, rules);
}

module.exports = { OP, NAMES, decode, encode, encodeNamed };
