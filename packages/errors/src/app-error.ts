/** The seven kinds of errors that callers can distinguish. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'unavailable';

/** One offending field of an input. `path` is dotted (`products.0.price`). */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

export interface ErrorOptions {
  /** A sentence for a person. It never contains secrets, queries or another tenant’s data. */
  readonly message?: string;
  /** Machine-readable facts that the caller may see. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly FieldIssue[];
  /** Seconds after which the same call may work; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Overrides the HTTP status of the kind where HTTP has a status of its own (405, 413, 415). */
  readonly httpStatus?: number;
  readonly cause?: unknown;
}

/**
 * The one error that use cases throw on purpose. Its kind decides the HTTP status, the gRPC status
 * and what a consumer does with the event. Its code is a stable snake_case name for programs.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldIssue[];
  readonly retryAfterSeconds: number | undefined;
  readonly httpStatus: number;

  constructor(kind: ErrorKind, code: string, options: ErrorOptions = {}) {
    super(options.message ?? code.replaceAll('_', ' ').replaceAll('.', ': '), {
      cause: options.cause,
    });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.details = options.details ?? {};
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.httpStatus = options.httpStatus ?? actions[kind].http;
  }
}

/** gRPC status numbers, as fixed by the gRPC specification. */
export const grpcStatus = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** What a consumer does with an event whose handler failed: retry it, or set it aside at once. */
export type ConsumerAction = 'retry' | 'dead_letter';

/** The one table: kind → HTTP status, gRPC status, consumer action. */
export const actions: Readonly<
  Record<ErrorKind, { http: number; grpc: number; consumer: ConsumerAction }>
> = {
  invalid: { http: 400, grpc: grpcStatus.INVALID_ARGUMENT, consumer: 'dead_letter' },
  unauthenticated: { http: 401, grpc: grpcStatus.UNAUTHENTICATED, consumer: 'dead_letter' },
  forbidden: { http: 403, grpc: grpcStatus.PERMISSION_DENIED, consumer: 'dead_letter' },
  // Events of different topics can overtake each other, so a missing record may come later.
  not_found: { http: 404, grpc: grpcStatus.NOT_FOUND, consumer: 'retry' },
  conflict: { http: 409, grpc: grpcStatus.FAILED_PRECONDITION, consumer: 'dead_letter' },
  rate_limited: { http: 429, grpc: grpcStatus.RESOURCE_EXHAUSTED, consumer: 'retry' },
  unavailable: { http: 503, grpc: grpcStatus.UNAVAILABLE, consumer: 'retry' },
};

/** The kind behind a gRPC status, for errors that come back from another service. */
export function kindOfGrpcStatus(status: number): ErrorKind | undefined {
  if (status === grpcStatus.DEADLINE_EXCEEDED) return 'unavailable';
  const kinds = Object.keys(actions) as ErrorKind[];
  return kinds.find((kind) => actions[kind].grpc === status);
}

export const invalid = (code: string, options?: ErrorOptions) =>
  new AppError('invalid', code, options);
export const unauthenticated = (code: string, options?: ErrorOptions) =>
  new AppError('unauthenticated', code, options);
export const forbidden = (code: string, options?: ErrorOptions) =>
  new AppError('forbidden', code, options);
export const notFound = (code: string, options?: ErrorOptions) =>
  new AppError('not_found', code, options);
export const conflict = (code: string, options?: ErrorOptions) =>
  new AppError('conflict', code, options);
export const rateLimited = (code: string, options?: ErrorOptions) =>
  new AppError('rate_limited', code, options);
export const unavailable = (code: string, options?: ErrorOptions) =>
  new AppError('unavailable', code, options);

/** Whether `error` is (structurally) an AppError, also across two copies of this package. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'kind' in error && 'code' in error;
}
