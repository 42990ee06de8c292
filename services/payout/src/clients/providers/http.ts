import { Agent } from 'undici';
import { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { unavailable } from '@tributary/errors';
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

const OPEN_FOR_MS = 5_000;
const FAILURES_TO_OPEN = 8;
const MAX_BODY_BYTES = 4 * MIB;

export interface ProviderHttpOptions {
  /** How long one call may take, ms. */
  readonly timeoutMs: number;
  /** Called when the breaker opens and closes. */
  readonly onCircuit?: (isOpen: boolean) => void;
  /** How long calls fail immediately after the breaker opened, ms. */
  readonly openForMs?: number;
}

export function openProviderHttp(
  baseUrl: string,
  { timeoutMs, onCircuit = () => undefined, openForMs = OPEN_FOR_MS }: ProviderHttpOptions,
): ProviderHttp {
  const agent = new Agent({ connections: 32, pipelining: 1, maxResponseSize: MAX_BODY_BYTES });
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const breaker = circuitBreaker(
    handleWhen(() => true),
    { halfOpenAfter: openForMs, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  );

  breaker.onBreak(() => onCircuit(true));
  breaker.onReset(() => onCircuit(false));

  const send = async ({
    method,
    path,
    headers,
    body,
  }: ProviderRequest): Promise<ProviderResponse> => {
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

  return {
    call: async (request) => {
      try {
        return await breaker.execute(() => send(request));
      } catch (cause) {
        const code = isBrokenCircuitError(cause) ? 'provider_circuit_open' : 'provider_unavailable';
        throw unavailable(code, { message: 'The payment provider cannot be reached', cause });
      }
    },
    close: () => agent.close(),
  };
}
