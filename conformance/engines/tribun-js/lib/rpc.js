'use strict';
/** JSON-RPC 2.0: one line in, at most one line out. */
const json = require('./json.js');
const { answer, InvalidParams, UnknownMethod } = require('./service.js');

/** @type {(id: any, result: object) => string} */
const success = (id, result) => json.stringify({ jsonrpc: '2.0', id, result });

/** @type {(id: any, code: number, message: string) => string} */
const failure = (id, code, message) => json.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** @type {(error: unknown) => [number, string]} code and message */
function errorOf(error) {
  if (error instanceof UnknownMethod) return [-32601, `unknown method ${error.message}`];
  if (error instanceof InvalidParams) return [-32602, error.message];
  return [-32603, error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
}

/**
 * @param {string} line
 * @returns {{text: string|null, last: boolean}} the answer, if there is one, and whether to leave after it
 */
function respond(line) {
  let request;
  try {
    request = json.parse(line);
  } catch (error) {
    return { text: failure(null, -32700, 'no JSON'), last: false };
  }
  if (request === null || typeof request !== 'object' || typeof request.method !== 'string') {
    return { text: failure(request?.id ?? null, -32600, 'no request'), last: false };
  }
  const { id, method, params = {} } = request;
  const last = method === 'shutdown';
  if (id === undefined) return { text: null, last };
  try {
    return { text: success(id, answer(method, params)), last };
  } catch (error) {
    return { text: failure(id, ...errorOf(error)), last };
  }
}

/** @type {(line: string) => boolean} may answering take long, so that earlier answers should leave first? */
const isSlow = (line) => line.includes('"perft"') || line.includes('"replay"');

module.exports = { respond, isSlow };
