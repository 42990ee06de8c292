import { type Deps } from '../../deps.ts';
import { type ApiRequestDocument } from '../../store/api-request-collection.ts';

/** A request as the gateway reports it. */
export interface NotedRequest {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  /** Ms since 1970. */
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** Empty where no operation answered. */
  readonly operation: string;
  /** 0 where the caller left before the answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Empty where it succeeded. */
  readonly errorCode: string;
  readonly leftOut: number;
}

/** The requests of an account that its log keeps. */
export const KEPT_REQUESTS = 1_000;
/** How many an account may add before its log is trimmed. */
const TRIM_EVERY = 100;
const MAX_ACCOUNTS = 10_000;

const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

const documentOf = ({ id, atMs, ...request }: NotedRequest): ApiRequestDocument => ({
  _id: id,
  accountId: request.accountId,
  apiKeyId: request.apiKeyId,
  requestId: request.requestId,
  at: new Date(atMs),
  method: request.method,
  path: request.path,
  operation: nullIfEmpty(request.operation),
  status: request.status === 0 ? null : request.status,
  durationMs: request.durationMs,
  errorCode: nullIfEmpty(request.errorCode),
  leftOut: request.leftOut,
});

/** Adds requests to the logs of their accounts, each once, and trims the logs that have grown. */
export function noteRequests({ apiRequests }: Pick<Deps, 'apiRequests'>) {
  const added = new Map<string, number>();
  return async (requests: readonly NotedRequest[]): Promise<void> => {
    await apiRequests.add(requests.map(documentOf));
    const byAccount = Map.groupBy(requests, ({ accountId }) => accountId);
    for (const [accountId, own] of byAccount) {
      const grown = (added.get(accountId) ?? 0) + own.length;
      if (added.size >= MAX_ACCOUNTS) added.clear();
      added.set(accountId, grown < TRIM_EVERY ? grown : 0);
      if (grown >= TRIM_EVERY) await apiRequests.trim(accountId, KEPT_REQUESTS);
    }
  };
}
