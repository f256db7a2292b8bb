'use strict';
/**
 * JSON in which whole numbers stay what they were: `1.0` is not the integer 1 (TRB-WRD-1), and
 * integers too long for a double come as bigints. Most lines hold neither and are parsed at once.
 */

/** A number written with a fraction or an exponent; never an integer. */
class Real {
  /** @param {string} text */
  constructor(text) {
    this.value = Number(text);
  }

  toJSON() {
    return this.value;
  }
}

const SPECIAL = /[:,[\s]-?\d+(?:[.eE]|\d{15})/; // a number that may need care, or something like it in a string
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u0000number';

/** @type {(token: string) => string} wraps numbers that need care */
function wrap(token) {
  if (token[0] === '"') return token;
  const plain = /^-?\d{1,15}$/.test(token);
  return plain ? token : JSON.stringify({ [MARK]: token });
}

/** @type {(key: string, value: any) => any} */
function unwrap(key, value) {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, MARK)) return value;
  const text = value[MARK];
  return /^-?\d+$/.test(text) ? BigInt(text) : new Real(text);
}

/** @type {(text: string) => any} throws SyntaxError */
function parse(text) {
  const value = JSON.parse(text); // also the judge of syntax
  return SPECIAL.test(text) ? JSON.parse(text.replace(TOKENS, wrap), unwrap) : value;
}

/** @type {(value: any) => string} bigints are written as plain numbers */
function stringify(value) {
  let big = false;
  const text = JSON.stringify(value, (key, item) => {
    if (typeof item !== 'bigint') return item;
    if (BigInt.asIntN(54, item) === item) return Number(item);
    big = true;
    return `${MARK}${item}`;
  });
  return big ? text.replace(/"\\u0000number(-?\d+)"/g, '$1') : text;
}

module.exports = { parse, stringify };
