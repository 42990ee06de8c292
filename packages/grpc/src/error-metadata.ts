import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { actions, AppError, isAppError, kindOfGrpcStatus } from '@tributary/errors';

/** The span that makes a call, as W3C Trace Context defines it. */
export const TRACEPARENT_KEY = 'traceparent';

export const CORRELATION_KEY = 'x-correlation-id';
const CODE_KEY = 'x-error-code';
const DETAILS_KEY = 'x-error-details';

/** An error in gRPC form. Anything but an AppError is INTERNAL and does not reveal its cause. */
export function toServiceError(error: unknown): Partial<ServiceError> {
  if (!isAppError(error)) return { code: status.INTERNAL, details: 'Internal error' };
  const metadata = new Metadata();
  metadata.set(CODE_KEY, error.code);
  metadata.set(DETAILS_KEY, encodeURIComponent(JSON.stringify(error.details)));
  const code = actions[error.kind].grpc;
  return { code, details: error.message, metadata };
}

/** Errors of this service's own token, which its caller can do nothing about. */
const REFUSALS: ReadonlySet<string> = new Set([
  'service_token_required',
  'invalid_service_token',
  'caller_not_allowed',
]);

const firstText = (metadata: Metadata | undefined, key: string): string | undefined => {
  const value = metadata?.get(key)[0];
  return typeof value === 'string' ? value : undefined;
};

/** The AppError behind a failed call: the one that the other service threw, or `unavailable`. */
export function fromServiceError(error: ServiceError, callee: string): AppError {
  const kind = kindOfGrpcStatus(error.code);
  const code = firstText(error.metadata, CODE_KEY);
  const isRefused = code !== undefined && REFUSALS.has(code);
  if (kind === undefined || isRefused || (code === undefined && kind !== 'unavailable')) {
    const message = `${callee} answered ${code ?? status[error.code]}`;
    return new AppError('unavailable', 'upstream_failed', { message, cause: error });
  }
  const encoded = firstText(error.metadata, DETAILS_KEY);
  const details =
    encoded === undefined
      ? {}
      : (JSON.parse(decodeURIComponent(encoded)) as Record<string, unknown>);
  if (code === undefined) {
    const message = `${callee} is not reachable at the moment`;
    return new AppError(kind, 'upstream_unavailable', {
      message,
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return new AppError(kind, code, { message: error.details, details, cause: error });
}
