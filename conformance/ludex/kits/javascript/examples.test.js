// The worked examples of the rulebook, asked of your methods: `node --test`.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HELLO, METHODS } from './game.js';
import { Refused } from './wire.js';

const EXAMPLES = JSON.parse(readFileSync('examples.json', 'utf8'));

/** What a method says to an example; a refusal as it travels. */
function told({ method, params }) {
  try {
    return METHODS[method](params);
  } catch (refused) {
    if (refused?.unsupported) return refused;
    if (!(refused instanceof Refused)) throw refused;
    return { [refused.kind]: {} };
  }
}

/** A value in which the order of a list says nothing, and -0 is 0. */
function plain(value) {
  const travelled = JSON.parse(JSON.stringify(value));
  return Array.isArray(travelled) ? travelled.map((one) => JSON.stringify(one)).sort() : travelled;
}

const asked = EXAMPLES.filter(({ method }) => Object.hasOwn(METHODS, method));

test(`${Object.keys(HELLO.games)}: there are examples of what is offered`, () => assert.ok(asked.length > 0));

for (const example of asked) {
  test(`${example.name} (${example.clause})`, (t) => {
    const answer = told(example);
    if ('unsupported' in answer) {
      t.todo(answer.unsupported.reason);
      return;
    }
    for (const [name, value] of Object.entries(example.expect)) {
      assert.ok(name in answer, `${name} is missing in ${JSON.stringify(answer)}`);
      assert.deepStrictEqual(plain(answer[name]), plain(value));
    }
  });
}
