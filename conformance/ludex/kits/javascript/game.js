'use strict';
// Your engine of @GAME@: what it says of itself, and a function for each method that it answers.
const { unsupported } = require('./wire.js');

// params holds game, edition, readings (entry -> choice, for every entry of the register) and the fields of the method.
// Give back the result; `throw illegal()` or `throw unreadable()` (from wire.js) refuses.

/** Stands in for a method: replace each by a function of your own. */
const notWritten = (method) => () => unsupported(`${method} is not written yet`);

const METHODS = Object.fromEntries(["@METHODS@"].map((name) => [name, notWritten(name)]));

const HELLO = {
  protocol: 1,
  engine: { name: 'my-@GAME@-engine', version: '0.1', language: 'JavaScript' },
  // In each edition name the readings that you can follow, with every choice: { readings: { entry: ['choice'] } }.
  games: { '@GAME@': { editions: { "@EDITIONS@": {} }, methods: Object.keys(METHODS) } },
};

module.exports = { HELLO, METHODS };
