import { defineCollection } from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';

/** A request with an API key: nothing that its caller wrote but the correlation id. */
export interface ApiRequestDocument {
  /** A UUIDv7, so that it grows with time. */
  readonly _id: string;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly at: Date;
  readonly method: string;
  /** The pattern of the path; its prefix where no operation answered. */
  readonly path: string;
  /** Null where no operation answered. */
  readonly operation: string | null;
  /** Null where the caller left before the answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Null where it succeeded. */
  readonly errorCode: string | null;
  /** Requests of the account just before it that are left out. */
  readonly leftOut: number;
}

const RETENTION_DAYS = 7;

export const apiRequests = defineCollection<ApiRequestDocument>({
  name: 'api_requests',
  shardKey: { accountId: 'hashed' },
  retention: { field: 'at', seconds: RETENTION_DAYS * DAY_SECONDS },
  personal: [{ of: 'account', fields: ['requestId'], by: ['accountId'], erased: 'deleted' }],
  exports: {
    by: ['accountId'],
    fields: ['at', 'method', 'path', 'status', 'durationMs', 'errorCode', 'requestId'],
  },
  // An account has few of them, so that filters need no index of their own.
  indexes: [{ key: { accountId: 1, _id: -1 } }],
});
