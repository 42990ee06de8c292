import { AppError, isAppError, unavailable } from '@tributary/errors';
import { mapMongoError } from '@tributary/mongo';
import { type Logger, redactText } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { isOutage } from '../outage.ts';
import { rateLimitHeaders, rateLimitStateOf } from '../rate-limit.ts';
import { areaOfPath, errorBody } from './error-body.ts';
import { type Reply, reply } from './route.ts';
import { schemeOf } from './service-caller.ts';

interface Observers {
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

function unexpected(error: unknown, where: string, { log, metrics }: Observers): AppError {
  if (isOutage(error)) return unavailable('unavailable', { retryAfterSeconds: 1, cause: error });
  metrics.unexpectedErrors.inc({ where });
  log.error({ err: error, where: redactText(where) }, 'unexpected error');
  return new AppError('unavailable', 'internal_error', {
    httpStatus: 500,
    message: 'Something went wrong on our side',
  });
}

/** The reply for an error thrown while serving `path`, in the documented shape of the area. */
export function failure(error: unknown, path: string, observers: Observers): Reply {
  const mapped = mapMongoError(error);
  const known = isAppError(mapped) ? mapped : unexpected(mapped, path, observers);
  if (isOutage(known) && known.httpStatus === 503)
    observers.metrics.outageErrors.inc({ where: 'http' });
  const { retryAfterSeconds } = known;
  const wait = retryAfterSeconds ?? (known.httpStatus === 503 ? 1 : undefined);
  const counted = rateLimitStateOf(known);
  const headers = counted === undefined ? {} : rateLimitHeaders(counted);
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)));
  if (known.kind === 'unauthenticated') headers['www-authenticate'] = schemeOf(known.code);
  const safe = known.kind === 'unavailable' ? withoutInternals(known) : known;
  return reply(known.httpStatus, { headers, body: errorBody(areaOfPath(path), safe) });
}

/** The code of the reply for an error. */
export function failureCode(error: unknown): string {
  const mapped = mapMongoError(error);
  if (isAppError(mapped)) return mapped.code;
  return isOutage(mapped) ? 'unavailable' : 'internal_error';
}

const withoutInternals = (error: AppError): AppError =>
  new AppError(error.kind, error.code, {
    message: redactText(error.message),
    httpStatus: error.httpStatus,
  });
