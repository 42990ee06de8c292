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
  /** The exact characters of a body, where a signature is over them. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of the caller among many: each gets an address of its own where the server is on this machine. */
  readonly caller?: number;
}

const GIVE_UP_AFTER_MS = 10 * 60_000;
const CALLERS = 4_096;

const isFinal = (status: number): boolean => status !== 429 && status < 500;

/** Known by the token it began with, whatever its token is by now. */
interface Session {
  token: string;
  readonly signIn: () => Promise<string>;
  renewing: Promise<string> | undefined;
}

/** Several calls may find at once that a token has expired. */
async function renewed(session: Session, expired: string): Promise<string> {
  if (session.token !== expired) return session.token;
  session.renewing ??= session.signIn().finally(() => {
    session.renewing = undefined;
  });
  session.token = await session.renewing;
  return session.token;
}

/**
 * The public API as a client uses it: what is asked to wait waits, what met an engine or a service
 * that was away is repeated. All calls made here are idempotent.
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

  /** Signs in again where this token has expired: tokens live for 15 minutes, a whole data set takes longer. */
  keepSignedIn(token: string, signIn: () => Promise<string>): void {
    this.sessions.set(token, { token, signIn, renewing: undefined });
  }

  /** Calls until there is an answer that is final. @throws Error when there is none for 10 minutes */
  async call<Body = Record<string, unknown>>(path: string, call: Call = {}): Promise<Answer<Body>> {
    const session = this.sessions.get(call.token ?? '');
    if (session === undefined) return this.untilFinal(path, call);
    const { token } = session;
    const answer = await this.untilFinal<Body>(path, { ...call, token });
    if (answer.status !== 401) return answer;
    return this.untilFinal(path, { ...call, token: await renewed(session, token) });
  }

  private async untilFinal<Body>(path: string, call: Call): Promise<Answer<Body>> {
    const until = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      const late = performance.now() > until;
      const answer = await this.once<Body>(path, call).catch((error: unknown) => {
        if (late) throw error;
        return undefined;
      });
      if (answer !== undefined && (isFinal(answer.status) || late)) return answer;
      await this.beforeRepeating(answer, attempt);
    }
  }

  private async beforeRepeating(
    answer: Answer<unknown> | undefined,
    attempt: number,
  ): Promise<void> {
    const status = answer?.status ?? 0;
    this.repeats.set(status, (this.repeats.get(status) ?? 0) + 1);
    const askedMs = Number(answer?.headers['retry-after'] ?? 0) * 1000;
    await pause(Math.max(askedMs, Math.min(2_000, 100 * 2 ** Math.min(attempt, 5))));
  }

  /** The body of a call that must succeed. @throws Error with the answer where it does not */
  async get<Body = Record<string, unknown>>(path: string, call: Call = {}): Promise<Body> {
    const { status, body } = await this.call<Body>(path, call);
    if (status >= 300)
      throw new Error(`${call.method ?? 'GET'} ${path}: ${String(status)} ${JSON.stringify(body)}`);
    return body;
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
  }

  private async once<Body>(path: string, call: Call): Promise<Answer<Body>> {
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
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await read<Body>(response),
    };
  }

  /** Each caller's own loopback address lets the platform see many visitors instead of one. */
  private agentOf(caller: number | undefined): Agent {
    const slot = caller === undefined || !this.isLocal ? 0 : 1 + (caller % CALLERS);
    let agent = this.agents.get(slot);
    if (agent === undefined) {
      const address = `127.1.${String(slot >> 8)}.${String(slot & 255)}`;
      const own = slot === 0 ? {} : { localAddress: address };
      agent = new Agent({ ...own, keepAliveTimeout: slot === 0 ? 10_000 : 500 });
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
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
