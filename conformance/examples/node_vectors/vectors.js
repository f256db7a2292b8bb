'use strict';
// Reads vector files: those of one file that hold under the default readings.
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

/** What a file says of an edition under the default readings; it must hold as many vectors as the manifest lists. */
function read(game, edition, topic) {
  const { files, editions: facts } = manifest(game);
  const file = load(game, 'topics', `${topic}.json`);
  const speaks = ({ editions = file.editions }) => editions.includes(edition);
  const vectors = file.questions.flatMap((question) =>
    question.answers.filter(speaks).map((answer) => ({ ...question, ...answer })));
  assert.ok(vectors.length > 0);
  assert.strictEqual(vectors.length, files[`topics/${topic}.json`].vectors[edition]);
  return vectors.filter((vector) => holds(vector.holds ?? [], facts[edition].readings));
}

const mustBeRefused = ({ expect }) => 'illegal' in expect || 'unreadable' in expect;

module.exports = { editions, read, mustBeRefused };
