'use strict';
/** The two ways to be wrong (chapter 0), as exceptions that carry the broken clauses. */

class Refusal extends Error {
  /** @param {'illegal'|'unreadable'} kind @param {string[]} broken clause ids; empty when none is sure */
  constructor(kind, broken) {
    super(`${kind}: ${broken.join(' ')}`);
    this.kind = kind;
    this.broken = [...new Set(broken)];
  }

  /** @returns {object} the refusal as a result on the wire */
  toResult() {
    return { [this.kind]: this.broken.length > 0 ? { broken: this.broken } : {} };
  }
}

/** @type {(...broken: string[]) => Refusal} */
const unreadable = (...broken) => new Refusal('unreadable', broken);

/** @type {(...broken: string[]) => Refusal} */
const illegal = (...broken) => new Refusal('illegal', broken);

module.exports = { Refusal, unreadable, illegal };
