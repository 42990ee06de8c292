/** One invalid field of a request; `path` is dotted (`products.0.price`). */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'unavailable'
  | 'connection'
  | 'deadline'
  | 'webhook';

interface Facts {
  /** A stable snake_case name for programs, such as `duplicate_order`. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status; undefined without an answer. */
  readonly status?: number | undefined;
  /** Names the request in the platform's logs. */
  readonly requestId?: string | undefined;
  readonly issues?: readonly Issue[];
  /** What the answer states beyond its code, such as the `conversion_id` of a duplicate order. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** After how long the server wants to be called again, ms. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** What every failed call throws. */
export class TributaryError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** How many attempts were made. */
  attempts = 1;

  constructor(kind: ErrorKind, facts: Facts) {
    super(facts.message, { cause: facts.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.issues = facts.issues ?? [];
    this.details = facts.details ?? {};
    this.retryAfterMs = facts.retryAfterMs;
    this.retryable = isRetryable(kind, facts);
  }
}

const isRetryable = (kind: ErrorKind, { status = 0, retryAfterMs }: Facts): boolean =>
  ['rate_limited', 'connection', 'deadline'].includes(kind) ||
  (status > 501 && status < 505) ||
  (status === 409 && retryAfterMs !== undefined);

/** 400, 413, 415 and other requests that are wrong in themselves: mend what `issues` names. */
export class InvalidRequestError extends TributaryError {}
/** 401: no token, no key, or no valid signature. */
export class UnauthenticatedError extends TributaryError {}
/** 403: the role, permission, plan or scope does not allow it. */
export class ForbiddenError extends TributaryError {}
/** 404: no such record, or another account's. */
export class NotFoundError extends TributaryError {}
/** 409 and 412: it conflicts with the current state. */
export class ConflictError extends TributaryError {}
/** 429: too many calls. */
export class RateLimitedError extends TributaryError {}
/** 5xx: the platform could not do it. */
export class UnavailableError extends TributaryError {}
/** No answer, or a part of one: whether the call took effect is not known. */
export class ConnectionError extends TributaryError {}
/** The deadline of the call passed; the last failure is the cause. */
export class DeadlineError extends TributaryError {}
/** A webhook that Tributary did not sign, or that is too old. */
export class WebhookError extends TributaryError {}

type ErrorClass = new (kind: ErrorKind, facts: Facts) => TributaryError;

const classOf = (status: number): readonly [ErrorKind, ErrorClass] => {
  if (status === 401) return ['unauthenticated', UnauthenticatedError];
  if (status === 403) return ['forbidden', ForbiddenError];
  if (status === 404) return ['not_found', NotFoundError];
  if (status === 409 || status === 412) return ['conflict', ConflictError];
  if (status === 429) return ['rate_limited', RateLimitedError];
  return status < 500 ? ['invalid', InvalidRequestError] : ['unavailable', UnavailableError];
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Reads `email: Invalid; name: Required`. */
const issuesIn = (detail: string): Issue[] =>
  detail.split('; ').flatMap((part) => {
    const [, path, message] = /^([\w.]+): (.+)$/s.exec(part) ?? [];
    return path === undefined || message === undefined ? [] : [{ path, message }];
  });

/** Seconds or a date, as ms from now. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The error that an answer reports, in any of the API's three shapes. */
export function errorOf(response: Response, body: unknown, now: number): TributaryError {
  const { status, headers } = response;
  const [kind, Class] = classOf(status);
  const top = fieldsOf(body);
  const { error, fields, ...details } = { error: top['error'], ...fieldsOf(top['data']) } as Fields;
  const detail = textOf(top['detail']);
  const named = Array.isArray(fields) ? (fields as Issue[]) : issuesIn(detail ?? '');
  return new Class(kind, {
    code: textOf(error) ?? kind,
    message: textOf(top['message']) ?? detail ?? `The server answered ${status}`,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    issues: kind === 'invalid' ? named : [],
    details,
    retryAfterMs: retryAfterMs(headers, now),
  });
}
