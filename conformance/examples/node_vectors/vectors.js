'use strict';
// Reads vector files: those of one file that hold under the default readings, and are not promised away.
const assert = require('node:assert');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = process.env.LUDEX_VECTORS || join(__dirname, '..', '..', '..', 'vectors');
const load = (...path) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));
const manifest = (game) => load(game, 'manifest.json');
const editions = (game) => Object.keys(manifest(game).editions).sort();

/** No alternative at all means always. */
function holds(alternatives, register) {
  const met = (one) => Object.entries(one).every(([entry, allowed]) => allowed.includes(register[entry].default));
  return alternatives.length === 0 || alternatives.some(met);
}

/** The numbers of a text such as 0-88,91. */
function spans(text) {
  const ends = text.split(',').filter((span) => span !== '').map((span) => span.split('-').map(Number));
  return ends.flatMap(([first, last = first]) => Array.from({ length: last - first + 1 }, (_, more) => first + more));
}

/**
 * What a file says of an edition under the default readings, but for what lies outside of a promise; it must hold as
 * many vectors as the manifest lists.
 */
function read(game, edition, topic, promises = []) {
  const { files, editions: facts } = manifest(game);
  const { outside = {}, vectors: counts } = files[`topics/${topic}.json`];
  const file = load(game, 'topics', `${topic}.json`);
  const beyond = new Set(promises.flatMap((promise) => spans(outside[promise] ?? '')));
  const answers = file.questions.flatMap((question) => question.answers.map((answer) => ({ ...question, ...answer })));
  const numbered = answers.map((vector, number) => ({ editions: file.editions, ...vector, number }));
  const vectors = numbered.filter(({ editions }) => editions.includes(edition));
  assert.ok(vectors.length > 0);
  assert.strictEqual(vectors.length, counts[edition]);
  const asked = vectors.filter(({ number }) => !beyond.has(number));
  return asked.filter((vector) => holds(vector.holds ?? [], facts[edition].readings));
}

const mustBeRefused = ({ expect }) => 'illegal' in expect || 'unreadable' in expect;

module.exports = { editions, read, mustBeRefused };
