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
};

/** What edition 2026-04 has fixed. */
const FIXED_2604 = { 'kill-mover': ['attack'], 'enslave-mover': ['attack'] };

/** Settled one way so far. */
const SETTLED = {
  'jump-colour': ['unit'], 'equal-donors': ['unit'], 'split-count': ['chosen'],
  'nine-plus': ['eight'], 'unused-bits': ['zero'], 'draw-life': ['stays'],
  'draw-cross': ['illegal'], 'tie-loser-bit': ['ignored'], 'end-check': ['true-only'],
  'tribun-hit-turn': ['passes'], 'no-turn': ['recorded'], boards: ['strict'],
};

/** Edition to entries with all readings that this engine can follow. */
const EDITIONS = {
  '2026-01': { ...OPEN },
  '2026-04': { ...OPEN, ...FIXED_2604 },
};

class Unsupported extends Error {}

/**
 * @param {string} edition @param {Record<string, string>} readings
 * @returns {Record<string, string>} a reading for every open entry
 */
function choose(edition, readings) {
  const entries = Object.hasOwn(EDITIONS, edition) ? EDITIONS[edition] : null;
  if (entries === null) throw new Unsupported(`edition ${JSON.stringify(edition)}`);
  const chosen = {};
  for (const entry of Object.keys(entries)) chosen[entry] = entries[entry][0];
  for (const [entry, reading] of Object.entries(readings)) {
    const known = { ...SETTLED, ...entries }[entry] ?? [];
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
