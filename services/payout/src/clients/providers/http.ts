import { Agent } from 'undici';
import { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { unavailable } from '@tributary/errors';
import { type SpanFacts, traced } from '@tributary/tracing';
import { MIB } from '@tributary/units';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  readonly body: unknown;
}

/** HTTP to one provider: pooled connections, one deadline per call, a circuit breaker. */
export interface ProviderHttp {
  /** A response below 500, other than 429. @throws unavailable otherwise: the outcome is unknown */
  call(request: ProviderRequest): Promise<ProviderResponse>;
  close(): Promise<void>;
}

/** Whether the provider's answer states what became of the call. */
export type CallOutcome = 'answered' | 'unknown';

const OPEN_FOR_MS = 5_000;
const FAILURES_TO_OPEN = 8;
const MAX_BODY_BYTES = 4 * MIB;

export interface ProviderHttpOptions {
  /** How long one call may take, ms. */
  readonly timeoutMs: number;
  /** Called when a call has ended. */
  readonly onCall?: (outcome: CallOutcome, ms: number) => void;
  /** Called when the breaker opens and closes. */
  readonly onCircuit?: (isOpen: boolean) => void;
  /** How long calls fail immediately after the breaker opened, ms. */
  readonly openForMs?: number;
}

export function openProviderHttp(baseUrl: string, options: ProviderHttpOptions): ProviderHttp {
  const {
    timeoutMs,
    onCall = () => undefined,
    onCircuit = () => undefined,
    openForMs = OPEN_FOR_MS,
  } = options;
  const agent = new Agent({ connections: 32, pipelining: 1, maxResponseSize: MAX_BODY_BYTES });
  const send = openSend(agent, baseUrl, timeoutMs);
  const breaker = circuitBreaker(
    handleWhen(() => true),
    { halfOpenAfter: openForMs, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  );

  breaker.onBreak(() => onCircuit(true));
  breaker.onReset(() => onCircuit(false));

  return {
    call: async (request) => {
      try {
        return await breaker.execute(() =>
          traced(spanOf(baseUrl, request), () => observed(() => send(request), onCall)),
        );
      } catch (cause) {
        const code = isBrokenCircuitError(cause) ? 'provider_circuit_open' : 'provider_unavailable';
        throw unavailable(code, { message: 'The payment provider cannot be reached', cause });
      }
    },
    close: () => agent.close(),
  };
}

/** A call moves money, so that its trace is kept. Its path may hold ids of the provider, and is no part of it. */
const spanOf = (baseUrl: string, { method }: ProviderRequest): SpanFacts => ({
  name: `${method} provider`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': new URL(baseUrl).hostname },
  keep: true,
});

/** Sends one request. @throws where the provider does not answer, or with 5xx or 429 */
function openSend(agent: Agent, baseUrl: string, timeoutMs: number) {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  return async ({ method, path, headers, body }: ProviderRequest): Promise<ProviderResponse> => {
    const response = await agent.request({
      origin,
      path: `${prefix}${path}`,
      method,
      headers,
      body: body ?? null,
      // Covers connecting, headers and body; time-outs per phase do not limit a slow body.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.body.text();
    if (response.statusCode >= 500 || response.statusCode === 429) {
      throw new Error(`The provider responded with ${String(response.statusCode)}`);
    }
    return {
      status: response.statusCode,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
}

async function observed<T>(
  work: () => Promise<T>,
  onCall: (outcome: CallOutcome, ms: number) => void,
): Promise<T> {
  const startedAt = performance.now();
  let outcome: CallOutcome = 'unknown';
  try {
    const result = await work();
    outcome = 'answered';
    return result;
  } finally {
    onCall(outcome, performance.now() - startedAt);
  }
}
