/**
 * Loaded by `node --import`: appends the JSON calls that a program makes by `fetch` to a file in RECORD_CALLS_TO, one a
 * line, for `npm run tool -- api-examples`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call as it was made. */
export interface SeenCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response: unknown;
}

const MAX_CHARACTERS = 20_000;
const DOCUMENTED = /^\/(api|health|\.well-known)\//;

const folder = process.env['RECORD_CALLS_TO'];

function jsonOf(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

async function record(url: URL, init: RequestInit, response: Response): Promise<void> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  if (folder === undefined || !response.ok || !isJson || !DOCUMENTED.test(url.pathname)) return;
  const text = await response.clone().text();
  if (text.length > MAX_CHARACTERS) return;
  const request = jsonOf(init.body);
  const call: SeenCall = {
    method: (init.method ?? 'GET').toLowerCase(),
    path: url.pathname,
    ...(request === undefined ? {} : { request }),
    status: response.status,
    response: jsonOf(text),
  };
  appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(call)}\n`);
}

const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init = {}) => {
  const response = await plainFetch(input, init);
  const url = input instanceof Request ? input.url : input;
  // A call that cannot be recorded must not fail the program.
  await record(new URL(url), init, response).catch(() => undefined);
  return response;
};
