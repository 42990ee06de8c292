import { setTimeout as pause } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly token?: string;
  readonly body?: unknown;
  /** The exact text of a body that is signed. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of the caller; on a local server each caller has its own address. */
  readonly caller?: number;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const CALLERS = 4_096;
/** The connections that all calls without an address of their own share. */
const SHARED_CONNECTIONS = 64;
const ANSWER_WITHIN_MS = 60_000;

const isFinal = (status: number): boolean => status !== 429 && status < 500;

/** A session, found by its first token, and its current token. */
interface Session {
  token: string;
  readonly signIn: () => Promise<string>;
  renewing: Promise<string> | undefined;
}

/** Renews an expired token once for all calls that find it expired. */
async function renewed(session: Session, expired: string): Promise<string> {
  if (session.token !== expired) return session.token;
  session.renewing ??= session.signIn().finally(() => {
    session.renewing = undefined;
  });
  session.token = await session.renewing;
  return session.token;
}

/**
 * A client of the public API. It waits as Retry-After requires and repeats calls that failed because an
 * engine or a service was unavailable. All calls of the demo are idempotent.
 */
export class Api {
  readonly baseUrl: string;
  private readonly isLocal: boolean;
  private readonly agents = new Map<number, Agent>();
  private readonly sessions = new Map<string, Session>();
  /** How often a call had to be repeated, by status (0: no connection). */
  readonly repeats = new Map<number, number>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
    this.isLocal = ['127.0.0.1', 'localhost'].includes(new URL(baseUrl).hostname);
  }

  /** Signs in again when this token expires: a token is valid for 15 minutes, a whole data set takes longer. */
  keepSignedIn(token: string, signIn: () => Promise<string>): void {
    this.sessions.set(token, { token, signIn, renewing: undefined });
  }

  /** Calls until an answer is final. @throws Error without one for 10 minutes */
  async call<Body = Record<string, unknown>>(path: string, call: Call = {}): Promise<Answer<Body>> {
    const session = this.sessions.get(call.token ?? '');
    if (session === undefined) return this.callUntilFinal(path, call);
    const { token } = session;
    const answer = await this.callUntilFinal<Body>(path, { ...call, token });
    if (answer.status !== 401) return answer;
    return this.callUntilFinal(path, { ...call, token: await renewed(session, token) });
  }

  private async callUntilFinal<Body>(path: string, call: Call): Promise<Answer<Body>> {
    const until = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      const late = performance.now() > until;
      const answer = await this.callOnce<Body>(path, call).catch((error: unknown) => {
        if (late) throw error;
        return undefined;
      });
      if (answer !== undefined && (isFinal(answer.status) || late)) return answer;
      await this.waitBeforeRetry(answer, attempt);
    }
  }

  private async waitBeforeRetry(
    answer: Answer<unknown> | undefined,
    attempt: number,
  ): Promise<void> {
    const status = answer?.status ?? 0;
    this.repeats.set(status, (this.repeats.get(status) ?? 0) + 1);
    const retryAfterMs = Number(answer?.headers['retry-after'] ?? 0) * 1000;
    const delayMs = Math.max(retryAfterMs, Math.min(2_000, 100 * 2 ** Math.min(attempt, 5)));
    // Spread, because calls that were refused together would come back together.
    await pause(delayMs * (1 + Math.random() / 4));
  }

  /** Returns the body of a call that must succeed. @throws Error with the answer of a failed call */
  async get<Body = Record<string, unknown>>(path: string, call: Call = {}): Promise<Body> {
    const { status, body } = await this.call<Body>(path, call);
    if (status >= 300)
      throw new Error(`${call.method ?? 'GET'} ${path}: ${String(status)} ${JSON.stringify(body)}`);
    return body;
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
  }

  private async callOnce<Body>(path: string, call: Call): Promise<Answer<Body>> {
    const agent = this.agentOf(call.caller);
    const body = call.text ?? (call.body === undefined ? null : JSON.stringify(call.body));
    const response = await agent.request({
      origin: this.baseUrl,
      path,
      method: call.method ?? 'GET',
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...call.headers,
      },
      body,
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await read<Body>(response),
    };
  }

  /** Each caller has its own loopback address, so that the platform counts many visitors instead of one. */
  private agentOf(caller: number | undefined): Agent {
    const slot = caller === undefined || !this.isLocal ? 0 : 1 + (caller % CALLERS);
    let agent = this.agents.get(slot);
    if (agent === undefined) {
      const localAddress = `127.1.${String(slot >> 8)}.${String(slot & 255)}`;
      agent =
        slot === 0
          ? new Agent({ connections: SHARED_CONNECTIONS, keepAliveTimeout: 10_000 })
          : new Agent({ localAddress, keepAliveTimeout: 500 });
      this.agents.set(slot, agent);
    }
    return agent;
  }
}

async function read<Body>(response: Dispatcher.ResponseData): Promise<Body> {
  const text = await response.body.text();
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return (isJson ? JSON.parse(text) : {}) as Body;
}

/** Runs `work` over `items`, `parallel` at a time. */
export async function forEachParallel<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
}
