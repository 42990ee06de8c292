import { type Auth, createTributary, type Tributary } from '@tributary/sdk';
import { Agent, fetch, FormData } from 'undici';

const CALLERS = 4_096;
/** The connections that all calls without an address of their own share. */
const SHARED_CONNECTIONS = 64;
/** A call is repeated for as long as a system that lost an engine may need. */
const PATIENCE = { maxRetries: 10_000, deadlineMs: 10 * 60_000, timeoutMs: 60_000 };
const RETRY_DELAYS = { baseDelayMs: 100, maxDelayMs: 2_000 };

interface ClientOptions {
  readonly auth?: Auth;
  readonly signingSecret?: string;
  /** The number of the caller; on a local server each caller has its own address. */
  readonly caller?: number;
}

/** Opens clients of the public API, which repeat what failed because an engine or a service was unavailable. */
export class Api {
  private readonly baseUrl: string;
  private readonly isLocal: boolean;
  private readonly agents = new Map<number, Agent>();
  /** How often a call had to be repeated, by status (0: no connection). */
  readonly repeats = new Map<number, number>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
    this.isLocal = ['127.0.0.1', 'localhost'].includes(new URL(baseUrl).hostname);
  }

  client({ caller, ...options }: ClientOptions = {}): Tributary {
    const dispatcher = this.agentOf(caller);
    return createTributary({
      ...PATIENCE,
      ...RETRY_DELAYS,
      ...options,
      baseUrl: this.baseUrl,
      fetch: (url, init) => fetch(url, { ...ownInit(init), dispatcher }),
      onRetry: ({ error: { status = 0 } }) => {
        this.repeats.set(status, (this.repeats.get(status) ?? 0) + 1);
      },
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
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

/** The call without the platform’s types of forms, which are not undici’s own. */
function ownInit(init: RequestInit | undefined): object {
  if (!(init?.body instanceof globalThis.FormData)) return { ...init };
  const body = new FormData();
  for (const [name, value] of init.body) body.append(name, value);
  return { ...init, body };
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
