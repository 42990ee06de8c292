import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type Actor, type ServiceTokens } from '@tributary/service/edge';

/** An API key, and the address of the client that presents it. */
export interface PresentedApiKey {
  readonly apiKey: string;
  readonly clientIp: string;
}

/** What a session cookie is exchanged for. */
export interface ExchangedCookie {
  readonly accessToken: string;
  /** The cookie that replaces it; undefined where the browser keeps it. */
  readonly successor: string | undefined;
}

/** A plan's usage in a month, at a level that identity publishes. */
export interface Usage {
  readonly userId: string;
  readonly plan: Actor['plan'];
  /** The UTC month, `2026-05`. */
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  readonly level: 'neared' | 'reached';
}

/** A request with an API key, as identity stores it for the account. */
export interface LoggedRequest {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  /** When it began, ms since 1970. */
  readonly atMs: number;
  readonly method: string;
  /** The pattern of its path; the prefix where no operation answered. */
  readonly path: string;
  /** Empty where no operation answered. */
  readonly operation: string;
  /** 0 where the caller left before the answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Empty where it succeeded. */
  readonly errorCode: string;
  /** Requests of the account just before it that are left out. */
  readonly leftOut: number;
}

export interface IdentityClient {
  /** Exchanges an API key for an access token. @throws unauthenticated, forbidden, unavailable */
  exchangeApiKey(presented: PresentedApiKey): Promise<string>;
  /** Exchanges the session cookie of a browser. @throws unauthenticated, forbidden, unavailable */
  exchangeSessionCookie(cookie: string): Promise<ExchangedCookie>;
  /** Reports usage; identity publishes each level once. */
  reportUsage(usage: Usage): Promise<void>;
  /** Adds requests to the logs of their accounts, each once. */
  noteRequests(requests: readonly LoggedRequest[]): Promise<void>;
  close(): void;
}

const OPTIONS = { deadlineMs: 2_000, idempotent: true };
/** Nobody waits for it but the end of this process. */
const NOTE_WITHIN_MS = 5_000;

export function openIdentityClient(target: GrpcTarget, tokens: ServiceTokens): IdentityClient {
  const users = openGrpcClient('tributary.identity.v1.Users', target, tokens);
  return {
    exchangeApiKey: async (presented) => {
      const { accessToken } = await users.call('ExchangeApiKey', presented, OPTIONS);
      return accessToken;
    },
    exchangeSessionCookie: async (cookie) => {
      const answer = await users.call('ExchangeSessionCookie', { cookie }, OPTIONS);
      const { accessToken, successor } = answer;
      return { accessToken, successor: successor === '' ? undefined : successor };
    },
    reportUsage: async ({ used, limit, ...usage }) => {
      const request = { ...usage, used: String(used), limit: String(limit) };
      await users.call('NoteUsage', request, OPTIONS);
    },
    noteRequests: async (requests) => {
      const noted = requests.map(({ atMs, ...request }) => ({ ...request, atMs: String(atMs) }));
      await users.call(
        'NoteRequests',
        { requests: noted },
        { ...OPTIONS, deadlineMs: NOTE_WITHIN_MS },
      );
    },
    close: () => {
      users.close();
    },
  };
}
