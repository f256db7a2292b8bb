'use strict';
/**
 * Editions and readings (chapters 10 and 11).
 *
 * @typedef {Object} Rules
 * @property {string} edition
 * @property {boolean} has2604 blocks and declines exist, END is packed in three bits
 * @property {boolean} killerReaches kill-mover `move`
 * @property {boolean} enslaverReaches enslave-mover `move`
 * @property {boolean} slaveTurned slave-forward `birth`
 * @property {boolean} combineRounds combine-height `round`
 * @property {boolean} remainderRounds donor-remainder `round`
 * @property {boolean} donorLiberates donor-sp `liberate`
 * @property {boolean} anyOrder donor-order `any`
 * @property {'no'|'yes'} tribunEnslave
 * @property {'rays'|'ring'|'flood'} height6
 * @property {'loss'|'tie'} clockBoth
 * @property {boolean} jumperTurned jump-colour `birth`
 * @property {boolean} slavesMayDiffer equal-donors `primary`
 * @property {boolean} freedCounts split-count `freed`
 * @property {boolean} nineIsNone nine-plus `undefined`
 * @property {boolean} unusedIgnored unused-bits `ignored`
 * @property {boolean} offerLapses draw-life `lapses`
 * @property {boolean} crossAccepts draw-cross `accepts`
 * @property {boolean} tieNamesNobody tie-loser-bit `zero`
 * @property {boolean} endUnchecked end-check `free`
 * @property {boolean} hitKeepsTurn tribun-hit-turn `stays`
 * @property {boolean} noTurnEnds no-turn `at-once`
 * @property {boolean} anyTribuns boards `study`
 */

/** Entry to readings, the default first. */
const OPEN = {
  'kill-mover': ['move', 'attack'],
  'enslave-mover': ['attack', 'move'],
  'slave-forward': ['birth', 'unit'],
  'combine-height': ['reject', 'round'],
  'donor-remainder': ['reject', 'round'],
  'donor-sp': ['reject', 'liberate'],
  'donor-order': ['canonical', 'any'],
  'tribun-enslave': ['no', 'yes'],
  'height6-attack': ['rays', 'ring', 'flood'],
  'clock-both': ['loss', 'tie'],
  'jump-colour': ['unit', 'birth'],
  'equal-donors': ['unit', 'primary'],
  'split-count': ['chosen', 'freed'],
  'nine-plus': ['eight', 'undefined'],
  'unused-bits': ['zero', 'ignored'],
  'draw-life': ['stays', 'lapses'],
  'draw-cross': ['illegal', 'accepts'],
  'tie-loser-bit': ['ignored', 'zero'],
  'end-check': ['true-only', 'free'],
  'tribun-hit-turn': ['passes', 'stays'],
  'no-turn': ['recorded', 'at-once'],
  boards: ['strict', 'study'],
};

/** What edition 2026-04 has fixed. */
const FIXED_2604 = { 'kill-mover': ['attack'], 'enslave-mover': ['attack'] };

/** Edition to entries with all readings that this engine can follow. */
const EDITIONS = {
  '2026-01': { ...OPEN },
  '2026-04': { ...OPEN, ...FIXED_2604 },
};

class Unsupported extends Error {}

/**
 * @param {string} edition @param {Record<string, string>} readings
 * @returns {Record<string, string>} a reading for every entry
 */
function choose(edition, readings) {
  const entries = Object.hasOwn(EDITIONS, edition) ? EDITIONS[edition] : null;
  if (entries === null) throw new Unsupported(`edition ${JSON.stringify(edition)}`);
  const chosen = {};
  for (const entry of Object.keys(entries)) chosen[entry] = entries[entry][0];
  for (const [entry, reading] of Object.entries(readings)) {
    const known = Object.hasOwn(entries, entry) ? entries[entry] : [];
    if (!known.includes(reading)) throw new Unsupported(`${entry} ${JSON.stringify(reading)} in ${edition}`);
    chosen[entry] = reading;
  }
  return chosen;
}

/** @type {(edition: string, chosen: Record<string, string>) => Rules} */
const toRules = (edition, chosen) => ({
  edition,
  has2604: edition === '2026-04',
  killerReaches: chosen['kill-mover'] === 'move',
  enslaverReaches: chosen['enslave-mover'] === 'move',
  slaveTurned: chosen['slave-forward'] === 'birth',
  combineRounds: chosen['combine-height'] === 'round',
  remainderRounds: chosen['donor-remainder'] === 'round',
  donorLiberates: chosen['donor-sp'] === 'liberate',
  anyOrder: chosen['donor-order'] === 'any',
  tribunEnslave: /** @type {any} */ (chosen['tribun-enslave']),
  height6: /** @type {any} */ (chosen['height6-attack']),
  clockBoth: /** @type {any} */ (chosen['clock-both']),
  jumperTurned: chosen['jump-colour'] === 'birth',
  slavesMayDiffer: chosen['equal-donors'] === 'primary',
  freedCounts: chosen['split-count'] === 'freed',
  nineIsNone: chosen['nine-plus'] === 'undefined',
  unusedIgnored: chosen['unused-bits'] === 'ignored',
  offerLapses: chosen['draw-life'] === 'lapses',
  crossAccepts: chosen['draw-cross'] === 'accepts',
  tieNamesNobody: chosen['tie-loser-bit'] === 'zero',
  endUnchecked: chosen['end-check'] === 'free',
  hitKeepsTurn: chosen['tribun-hit-turn'] === 'stays',
  noTurnEnds: chosen['no-turn'] === 'at-once',
  anyTribuns: chosen.boards === 'study',
});

/** @type {Map<string, Rules>} */
const cache = new Map();

/**
 * The rules in force for a request; throws Unsupported.
 * @param {string} edition @param {Record<string, string>} [readings]
 * @returns {Rules}
 */
function rulesFor(edition, readings) {
  const key = JSON.stringify([edition, readings ?? {}]);
  let rules = cache.get(key);
  if (rules === undefined) {
    rules = Object.freeze(toRules(edition, choose(edition, readings ?? {})));
    if (cache.size < 4096) cache.set(key, rules);
  }
  return rules;
}

module.exports = { EDITIONS, Unsupported, rulesFor };
