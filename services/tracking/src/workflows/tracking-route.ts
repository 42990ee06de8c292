import {
  AppError,
  fieldsOfZodError,
  invalid,
  invalidFields,
  isAppError,
  namingMissing,
  notFound,
} from '@tributary/errors';
import {
  CALL_TERMS,
  type CallTerms,
  errorBody,
  rateLimitHeaders,
  type Reply,
  reply,
  type RequestFacts,
  type Route,
  route,
} from '@tributary/service';
import { MIB, SECOND_MS } from '@tributary/units';
import { z } from 'zod';
import { type Literals, readLiterals, repeatedNameIssues } from '../domain/json-literals.ts';
import { givenSignature, type GivenSignature } from '../domain/signed-text.ts';
import { headerOf } from '../domain/visit.ts';
import { type CallGuard, type RateLimitUsage } from './call-guard.ts';

/** How long a shop or a network waits for the answer to a report: several give up after ten seconds. */
export const REPORT_TERMS: CallTerms = { ...CALL_TERMS, maxMs: 8 * SECOND_MS };

/** Maximum size of a tracking call's body, bytes. */
export const TRACKING_BODY_LIMIT = MIB;

/** The body's members with their original characters. @throws invalid where a name is repeated */
export function literalsOf({ rawBody }: RequestFacts): Literals {
  const literals = readLiterals(rawBody);
  const issues = repeatedNameIssues(literals);
  if (issues.length > 0) throw invalidFields(issues);
  return literals;
}

/** The signature of a call, by header or field. */
export const signatureOf = (
  { headers }: RequestFacts,
  body: { readonly signature?: string | undefined },
): GivenSignature => givenSignature(headerOf(headers, 'x-service-signature'), body.signature);

const signatureHeader = z.object({
  'X-Service-Signature': z
    .string()
    .optional()
    .describe(
      'The signature: lowercase hex HMAC-SHA256 of the text that is named above, keyed with the tracking secret. The field `signature` of the body is the same',
    )
    .meta({ examples: ['5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'] }),
});

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** @throws AppError 415 for other content types, 400 for malformed JSON */
function jsonOf({ headers, rawBody }: RequestFacts): unknown {
  const contentType = headerOf(headers, 'content-type');
  if (rawBody === '' && contentType === undefined) return {};
  if (contentType === undefined || !JSON_TYPE.test(contentType)) {
    const message = 'The body must be JSON, with content type application/json';
    throw new AppError('invalid', 'unsupported_media_type', { httpStatus: 415, message });
  }
  if (rawBody === '') return {};
  try {
    return JSON.parse(rawBody);
  } catch {
    throw invalid('malformed_json', { message: 'The body is not valid JSON' });
  }
}

const queryIssues = (url: string) => {
  const mark = url.indexOf('?');
  const names = mark < 0 ? [] : new URLSearchParams(url.slice(mark)).keys();
  return [...new Set(names)].map((path) => ({ path, message: 'Unknown field' }));
};

/** The body, validated by the schema. @throws AppError naming every invalid field */
function readCall<Body extends z.ZodType>(schema: Body, request: RequestFacts): z.output<Body> {
  const parsed = schema.safeParse(jsonOf(request), namingMissing);
  const issues = queryIssues(request.url);
  if (parsed.success && issues.length === 0) return parsed.data;
  const inBody = parsed.success ? [] : fieldsOfZodError(parsed.error);
  throw invalidFields([...issues, ...inBody]);
}

/** The signature as far as it shows before the body is parsed: a signature in the body is assumed. */
const possibleSignature = (request: RequestFacts): GivenSignature => {
  const { rawBody } = request;
  const given = signatureOf(request, {});
  if (given.kind !== 'none') return given;
  // An escape sequence may encode any character of the field's name.
  const isPossible = rawBody.includes('"signature"') || rawBody.includes('\\u');
  return isPossible ? { kind: 'one', hex: '' } : given;
};

function refusal(error: AppError, { state }: RateLimitUsage): Reply {
  const { retryAfterSeconds } = error;
  const headers = {
    ...(state === undefined ? {} : rateLimitHeaders(state)),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  return reply(error.httpStatus, { headers, body: errorBody('conversion', error) });
}

/** Documents the schema, and yields null for an invalid path, so that the call is counted before its refusal. */
const orNull = (params: z.ZodType | undefined) => (params ?? z.unknown()).catch(null);

interface TrackingRoute<Body extends z.ZodType, Params extends z.ZodType | undefined> extends Pick<
  Route,
  'operationId' | 'path' | 'summary' | 'description' | 'status' | 'response' | 'errors' | 'formBody'
> {
  /** Default `post`; the body of a `get` is its query. */
  readonly method?: 'get' | 'post';
  /** Turns other forms of the call into JSON. */
  readonly read?: (request: RequestFacts) => RequestFacts;
  readonly params?: Params;
  readonly body: Body;
  /** The handler updates `usage` with the state of the rate limit that the call counts for. */
  readonly handle: (
    input: {
      readonly params: Params extends z.ZodType ? z.output<Params> : undefined;
      readonly call: z.output<Body>;
      readonly request: RequestFacts;
    },
    usage: RateLimitUsage,
  ) => Promise<{ status: number; body: unknown }>;
}

/** Counts a refused call. @returns the call's own error, or the rate-limit error of its address */
async function countRefused(
  guard: CallGuard,
  error: AppError,
  { ip, usage }: { readonly ip: string; readonly usage: RateLimitUsage },
): Promise<AppError> {
  try {
    await guard.countRefused(ip, usage);
    return error;
  } catch (limited) {
    if (isAppError(limited)) return limited;
    throw limited;
  }
}

/**
 * Declares a public, signed endpoint. Its path and body are validated here and not by `route`, so that
 * invalid calls count too; every answer has the RateLimit headers.
 */
export const trackingRoute = <
  Body extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
>(
  guard: CallGuard,
  {
    handle,
    params: paramsSchema,
    method = 'post',
    body,
    read = (request) => request,
    ...declared
  }: TrackingRoute<Body, Params>,
): Route =>
  route({
    ...declared,
    method,
    ...(method === 'get' ? { query: body } : { body, headers: signatureHeader }),
    allow: 'public',
    deadline: REPORT_TERMS,
    ...(method === 'get' ? {} : { unaudited: 'a signed report is no act of a member' }),
    limits: ['RATE_LIMIT_TRACKING_PER_HOUR_PER_IP', 'RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND'],
    params: orNull(paramsSchema),
    rawBody: true,
    anyQuery: true,
    bodyLimit: TRACKING_BODY_LIMIT,
    handle: async ({ params, request: received }) => {
      const usage: RateLimitUsage = { isCounted: false, state: undefined };
      const { ip } = received;
      try {
        const request = read(received);
        guard.checkAddressLimit({ ip, given: possibleSignature(request) }, usage);
        if (params === null) throw notFound('not_found', { message: 'There is no such record' });
        const call = readCall(body, request);
        const validParams = params as Params extends z.ZodType ? z.output<Params> : undefined;
        const answer = await handle({ params: validParams, call, request }, usage);
        const { state } = usage;
        return reply(answer.status, {
          body: answer.body,
          ...(state === undefined ? {} : { headers: rateLimitHeaders(state) }),
        });
      } catch (error) {
        if (!isAppError(error) || error.kind === 'unavailable') throw error;
        return refusal(await countRefused(guard, error, { ip, usage }), usage);
      }
    },
  });
