import { type AppError, invalidFields, isAppError } from '@tributary/errors';
import {
  errorBody,
  rateLimitHeaders,
  type Reply,
  reply,
  type RequestFacts,
} from '@tributary/service';
import { type Literals, readLiterals, repeatedNameIssues } from '../domain/literals.ts';
import { givenSignature, type GivenSignature } from '../domain/signed-text.ts';
import { headerOf } from '../domain/visit.ts';
import { type Counted } from './call-guard.ts';

/** A tracking call's largest body, bytes. */
export const TRACKING_BODY_LIMIT = 1024 * 1024;

/** The members of the body as they stand in it. @throws invalid where a name stands twice */
export function literalsOf({ rawBody }: RequestFacts): Literals {
  const literals = readLiterals(rawBody);
  const issues = repeatedNameIssues(literals);
  if (issues.length > 0) throw invalidFields(issues);
  return literals;
}

/** The signature a call presents, by header or field. */
export const signatureOf = (
  { headers }: RequestFacts,
  body: { readonly signature?: string | undefined },
): GivenSignature => givenSignature(headerOf(headers, 'x-service-signature'), body.signature);

function refusal(error: AppError, { state }: Counted): Reply {
  const { retryAfterSeconds } = error;
  const headers = {
    ...(state === undefined ? {} : rateLimitHeaders(state)),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  return reply(error.httpStatus, { headers, body: errorBody('conversion', error) });
}

/** Answers a tracking call with the RateLimit headers, whatever comes of it. */
export async function answerTrackingCall(
  work: (counted: Counted) => Promise<{ status: number; body: unknown }>,
): Promise<Reply> {
  const counted: Counted = { state: undefined };
  try {
    const { status, body } = await work(counted);
    const { state } = counted;
    return reply(status, {
      body,
      ...(state === undefined ? {} : { headers: rateLimitHeaders(state) }),
    });
  } catch (error) {
    if (!isAppError(error) || error.kind === 'unavailable') throw error;
    return refusal(error, counted);
  }
}
