'use strict';
// The tiny implementation beside this file gives what the vectors expect.
const assert = require('node:assert');
const { test } = require('node:test');
const { isDeepStrictEqual } = require('node:util');
const { Refused, tile, unit, normalized } = require('./tribun-units.js');
const { editions, read, mustBeRefused } = require('./vectors.js');

const FILES = {
  'codec-unit': ({ byte }) => ({ unit: unit(byte) }),
  'codec-cid': ({ cid }) => tile(cid),
  normalize: ({ unit: given }) => ({ unit: normalized(given) }),
};

/** Of an engine that never meets malformed input: ['well-formed']. */
const PROMISES = [];

/** A value as it would travel: a number is a number, so -0 is 0. */
const plain = (value) => JSON.parse(JSON.stringify(value));

/** What is wrong with an answer, or nothing. */
function wrong(answer, vector) {
  let got;
  try {
    got = answer(vector.input);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return mustBeRefused(vector) ? '' : `refused: ${refused.message}`;
  }
  if (mustBeRefused(vector)) return 'accepted, but must be refused';
  const told = () => `expected ${JSON.stringify(vector.expect)}, got ${JSON.stringify(got)}`;
  return isDeepStrictEqual(plain(got), vector.expect) ? '' : told();
}

for (const edition of editions('tribun')) {
  for (const [topic, answer] of Object.entries(FILES)) {
    test(`${topic}@${edition}`, async (file) => {
      const vectors = read('tribun', edition, topic, PROMISES);
      const clauses = [...new Set(vectors.flatMap((vector) => vector.clauses))].sort();
      for (const clause of clauses) {
        await file.test(clause, () => {
          const asked = vectors.filter((vector) => vector.clauses.includes(clause));
          const failing = asked.map((vector) => [vector.id, wrong(answer, vector)]).filter(([, told]) => told !== '');
          assert.deepStrictEqual(failing, []);
        });
      }
    });
  }
}
