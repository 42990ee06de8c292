import {
  AppError,
  fieldsOfZodError,
  invalid,
  invalidFields,
  isAppError,
  notFound,
} from '@tributary/errors';
import {
  errorBody,
  rateLimitHeaders,
  type Reply,
  reply,
  type RequestFacts,
  type Route,
  route,
} from '@tributary/service';
import { MIB } from '@tributary/units';
import { z } from 'zod';
import { type Literals, readLiterals, repeatedNameIssues } from '../domain/json-literals.ts';
import { givenSignature, type GivenSignature } from '../domain/signed-text.ts';
import { headerOf } from '../domain/visit.ts';
import { type CallGuard, type Counted } from './call-guard.ts';

/** A tracking call's largest body, bytes. */
export const TRACKING_BODY_LIMIT = MIB;

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

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** @throws AppError 415, or 400 where it is no JSON */
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

/** The body as the schema has it. @throws AppError naming every field that does not fit */
function readCall<Body extends z.ZodType>(schema: Body, request: RequestFacts): z.output<Body> {
  const parsed = schema.safeParse(jsonOf(request));
  const issues = queryIssues(request.url);
  if (parsed.success && issues.length === 0) return parsed.data;
  const inBody = parsed.success ? [] : fieldsOfZodError(parsed.error);
  throw invalidFields([...issues, ...inBody]);
}

/** Whether the call may bear a signature, as far as can be told before its body is read. */
const maybeSigned = (request: RequestFacts): GivenSignature => {
  const { rawBody } = request;
  const given = signatureOf(request, {});
  if (given.kind !== 'none') return given;
  // An escape may stand for any character of the field's name.
  const isPossible = rawBody.includes('"signature"') || rawBody.includes('\\u');
  return isPossible ? { kind: 'one', hex: '' } : given;
};

function refusal(error: AppError, { state }: Counted): Reply {
  const { retryAfterSeconds } = error;
  const headers = {
    ...(state === undefined ? {} : rateLimitHeaders(state)),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  return reply(error.httpStatus, { headers, body: errorBody('conversion', error) });
}

/** Shown as it is, and null where a path does not fit, so that the call is refused where it is counted. */
const orNull = (params: z.ZodType | undefined) => (params ?? z.unknown()).catch(null);

interface TrackingRoute<Body extends z.ZodType, Params extends z.ZodType | undefined> extends Pick<
  Route,
  'path' | 'summary' | 'description' | 'status' | 'response' | 'errors'
> {
  readonly params?: Params;
  readonly body: Body;
  /** Says with `counted` how the counter stands that the call belongs to. */
  readonly handle: (
    input: {
      readonly params: Params extends z.ZodType ? z.output<Params> : undefined;
      readonly call: z.output<Body>;
      readonly request: RequestFacts;
    },
    counted: Counted,
  ) => Promise<{ status: number; body: unknown }>;
}

/** The error to answer with: the call's own, or that its address has used up its calls with it. */
async function afterCounting(
  guard: CallGuard,
  error: AppError,
  { ip, counted }: { readonly ip: string; readonly counted: Counted },
): Promise<AppError> {
  try {
    await guard.countRefused(ip, counted);
    return error;
  } catch (limited) {
    if (isAppError(limited)) return limited;
    throw limited;
  }
}

/**
 * Declares a public, signed endpoint. Its path and body are checked here and not by `route`, so that calls
 * which do not pass validation count too; whatever comes of a call, the answer has the RateLimit headers.
 */
export const trackingRoute = <
  Body extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
>(
  guard: CallGuard,
  { handle, params: fitting, ...declared }: TrackingRoute<Body, Params>,
): Route =>
  route({
    ...declared,
    method: 'post',
    allow: 'public',
    params: orNull(fitting),
    rawBody: true,
    anyQuery: true,
    bodyLimit: TRACKING_BODY_LIMIT,
    handle: async ({ params, request }) => {
      const counted: Counted = { isCounted: false, state: undefined };
      const { ip } = request;
      try {
        guard.isSpent({ ip, given: maybeSigned(request) }, counted);
        if (params === null) throw notFound('not_found', { message: 'There is no such record' });
        const call = readCall(declared.body, request);
        const known = params as Params extends z.ZodType ? z.output<Params> : undefined;
        const { status, body } = await handle({ params: known, call, request }, counted);
        const { state } = counted;
        return reply(status, {
          body,
          ...(state === undefined ? {} : { headers: rateLimitHeaders(state) }),
        });
      } catch (error) {
        if (!isAppError(error) || error.kind === 'unavailable') throw error;
        return refusal(await afterCounting(guard, error, { ip, counted }), counted);
      }
    },
  });
