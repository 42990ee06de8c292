/**
 * Records the JSON calls that a program makes by `fetch`. Loaded by `node --import` it appends them to a file in
 * RECORD_CALLS_TO, one a line, for `npm run tool -- api-examples SUITE`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call as it was made. */
export interface SeenCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly request?: unknown;
  /** The signature that it was sent with, by the name of its header. */
  readonly signature?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly response: unknown;
}

const MAX_CHARACTERS = 100_000;
const DOCUMENTED = /^\/(api|health|t|\.well-known)\//;

function jsonOf(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** The headers in which callers of public operations sign. */
const SIGNATURE_HEADERS = ['X-Service-Signature', 'X-Shopify-Hmac-Sha256', 'X-Shopify-Topic'];

function signatureOf({ headers }: RequestInit): Record<string, string> | undefined {
  const sent = new Headers(headers);
  const found = SIGNATURE_HEADERS.flatMap((name) => {
    const value = sent.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

async function callOf(
  url: URL,
  init: RequestInit,
  response: Response,
): Promise<SeenCall | undefined> {
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  if (!response.ok || !isJson || !DOCUMENTED.test(url.pathname)) return undefined;
  const text = await response.clone().text();
  if (text.length > MAX_CHARACTERS) return undefined;
  const request = jsonOf(init.body);
  const signature = signatureOf(init);
  return {
    method: (init.method ?? 'GET').toLowerCase(),
    path: url.pathname,
    ...(request === undefined ? {} : { request }),
    ...(signature === undefined ? {} : { signature }),
    status: response.status,
    response: jsonOf(text),
  };
}

/** Gives every JSON call that succeeds from now on to `save`. */
export function recordFetch(save: (call: SeenCall) => void): void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const response = await plainFetch(input, init);
    const url = input instanceof Request ? input.url : input;
    // A call that cannot be recorded must not fail the program.
    const call = await callOf(new URL(url), init, response).catch(() => undefined);
    if (call !== undefined) save(call);
    return response;
  };
}

const folder = process.env['RECORD_CALLS_TO'];
if (folder !== undefined) {
  recordFetch((call) => {
    appendFileSync(join(folder, `${String(process.pid)}.jsonl`), `${JSON.stringify(call)}\n`);
  });
}
