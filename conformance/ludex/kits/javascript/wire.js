// The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change.

/** An action or a position that must not be; it travels as a result, with the clauses that it breaks, if known. */
class Refused extends Error {
  constructor(kind, broken) {
    super(kind);
    this.kind = kind;
    this.broken = broken;
  }
}

/** To throw for what can be read and is not allowed. */
const illegal = (...broken) => new Refused('illegal', broken);

/** To throw for what cannot be read. */
const unreadable = (...broken) => new Refused('unreadable', broken);

/** To give back, or to throw from wherever it turns out, for what is not written yet; it counts as unsupported, not as wrong. */
const unsupported = (reason) => ({ unsupported: { reason } });

/** A request that cannot be served; it travels as a JSON-RPC error. */
class Complaint extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function parsed(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (broken) {
    throw new Complaint(-32700, `not JSON: ${broken.message}`);
  }
  if (!isObject(request)) throw new Complaint(-32600, 'a request is an object');
  return request;
}

function checked({ jsonrpc, id, method, params = {} }) {
  if (jsonrpc !== '2.0' || id === undefined || typeof method !== 'string') {
    throw new Complaint(-32600, 'a request has "jsonrpc": "2.0", an id and a method');
  }
  if (!isObject(params)) throw new Complaint(-32602, 'params must be an object');
  return { method, params };
}

function resultOf(method, params, hello, methods) {
  if (method === 'initialize') return hello;
  if (method === 'shutdown') return {};
  if (!Object.hasOwn(methods, method)) throw new Complaint(-32601, `no method ${method}`);
  try {
    return methods[method](params);
  } catch (refused) {
    if (isObject(refused) && Object.hasOwn(refused, 'unsupported')) return refused;
    if (!(refused instanceof Refused)) throw refused;
    return { [refused.kind]: refused.broken.length > 0 ? { broken: refused.broken } : {} };
  }
}

/** The answer to a line, and whether it is the last one. */
function answer(line, hello, methods) {
  let id = null;
  let method = '';
  let body;
  try {
    const request = parsed(line);
    id = request.id ?? null;
    const question = checked(request);
    method = question.method;
    body = { result: resultOf(method, question.params, hello, methods) };
  } catch (mistake) {
    // a mistake of yours reaches the report, and the engine goes on
    if (!(mistake instanceof Complaint)) console.error(mistake);
    body = { error: { code: mistake.code ?? -32603, message: String(mistake.message ?? mistake) } };
  }
  return { text: JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\n', last: method === 'shutdown' };
}

/** Answers each line, until `shutdown` comes or the input ends. What is logged to the console goes to stderr. */
function serve(hello, methods) {
  globalThis.console = new console.Console(process.stderr);
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    let out = '';
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const { text, last } = answer(line, hello, methods);
      out += text;
      if (last) {
        process.stdout.write(out, () => process.exit(0));
        return;
      }
    }
    process.stdout.write(out);
  });
}

export { Refused, serve, illegal, unreadable, unsupported };
