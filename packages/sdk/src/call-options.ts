/** What one call may override. */
export interface CallOptions {
  /** Ends the call, its waiting and its retries. */
  readonly signal?: AbortSignal;
  /** Default: a random key. The same key and input never take effect twice, also from another process. */
  readonly idempotencyKey?: string;
  /** How often a failed call is repeated at most. */
  readonly maxRetries?: number;
  /** How long one attempt may take, ms. */
  readonly timeoutMs?: number;
  /** How long the whole call may take, retries and waiting included, ms. */
  readonly deadlineMs?: number;
  /** Signs this tracking call, such as that of a postback's source. */
  readonly signingSecret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
