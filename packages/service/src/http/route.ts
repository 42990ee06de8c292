import { type z } from 'zod';
import { type Permission, type Role } from '@tributary/contracts';
import { type Actor } from '../auth/actor.ts';
import { type CallTerms } from '../call-deadline.ts';

export type HttpMethod = 'get' | 'post' | 'put' | 'delete';

/** What a handler may need of the request besides its parsed input. */
export interface RequestFacts {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** The client’s address, as reported by trusted proxies. */
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * The body’s characters as received; empty where there is none. Signatures are checked on it. In
   * a `binaryBody` route one character stands for each byte (latin1).
   */
  readonly rawBody: string;
  readonly requestId: string;
}

/** What a route that answers directly sees of a request. */
export type RequestHead = Pick<RequestFacts, 'method' | 'url' | 'ip' | 'headers'>;

/** A call that a route answers directly; it is answered or failed once. */
export interface DirectCall extends RequestHead {
  readonly params: Readonly<Record<string, string>>;
  /** Of the call's span, for what it causes; undefined unless its trace is kept. */
  readonly traceparent: string | undefined;
  /**
   * Answers without a body.
   * @param headers names and values in turn
   * @param requestId the request's id where the caller gave none
   */
  answer(status: number, headers: readonly string[], requestId: string): void;
  fail(error: unknown): void;
}

/** A response that is more than a JSON body with the route’s usual status. */
export interface Reply {
  readonly reply: true;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text, bytes or a stream (`Readable`), which is sent as it arrives. */
  readonly body?: unknown;
}

/** A response with another status, headers or a body that is not JSON. */
export const reply = (status: number, rest: Omit<Reply, 'reply' | 'status'> = {}): Reply => ({
  reply: true,
  status,
  ...rest,
});

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'reply' in value && value.reply === true;

type Parsed<Schema extends z.ZodType | undefined> = Schema extends z.ZodType
  ? z.output<Schema>
  : undefined;

/** Who may call: everyone, every signed-in user, or these roles. */
export type Audience = 'public' | 'signed_in' | readonly Role[];

export interface RouteInput<Params, Query, Body, Allow> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly actor: Allow extends 'public' ? undefined : Actor;
  readonly request: RequestFacts;
}

export interface RouteDeclaration<
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Allow extends Audience,
> {
  /** camelCase, unique over all services: the name in the API document and of the SDK's method. */
  readonly operationId: string;
  readonly method: HttpMethod;
  /** Express form, parameters named as in the contract: `/api/payouts/:payout_id`. */
  readonly path: string;
  /** One line for the API document. */
  readonly summary: string;
  readonly description?: string;
  readonly allow: Allow;
  /**
   * What the member’s role must include, and the scope that an API key needs: see the table in
   * packages/contracts. Required of every route that is not public.
   */
  readonly permission?: Permission;
  /**
   * Requires that the person proved who they are within STEP_UP_MINUTES, and refuses API keys, which
   * cannot.
   */
  readonly stepUp?: true;
  /** An invalid parameter leads to 404, like an unknown id. */
  readonly params?: Params;
  /** A strict object. Left out: any query is accepted and ignored only where `anyQuery` is set. */
  readonly query?: Query;
  /** Headers that the handler reads, for the API document; the handler checks them. */
  readonly headers?: z.ZodType;
  /** Unknown query parameters are accepted, unparsed (redirects, pixels). */
  readonly anyQuery?: boolean;
  readonly body?: Body;
  /** Largest body in bytes; 100 kB by default. */
  readonly bodyLimit?: number;
  /** Accepts a body without a JSON content type, as `rawBody` only (signed callbacks of providers). */
  readonly rawBody?: boolean;
  /** Accepts a body of any bytes, as `rawBody` only: an upload, with its media type for the API document. */
  readonly binaryBody?: { readonly contentType: string; readonly schema: z.ZodType };
  /** With `rawBody`: the body may be a form with the same fields, too. */
  readonly formBody?: boolean;
  /** Replays the first response for 24 h to the same Idempotency-Key. */
  readonly idempotent?: boolean;
  readonly status?: number;
  /** The JSON response. Left out where the response is not JSON. */
  readonly response?: z.ZodType;
  /** The JSON body of a 202, which some calls get instead because their answer is made in the background. */
  readonly accepted?: z.ZodType;
  /** The answer is a page for people, also where the link is not valid (400) or there is no such record (404). */
  readonly page?: boolean;
  /** Settings that limit its calls, besides RATE_LIMIT_API_PER_MINUTE of signed-in callers. */
  readonly limits?: readonly string[];
  /**
   * Counts a call towards its limits before its input is read, so that invalid calls count, too.
   * @returns headers of the reply
   * @throws rate_limited
   */
  readonly countCall?: (request: RequestHead) => Promise<Readonly<Record<string, string>>>;
  /** Error codes a caller may meet besides the general ones, for the API document. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Bodies of errors that contain more than the usual fields, by status, for the API document. */
  readonly errorBodies?: Readonly<Record<string, z.ZodType>>;
  /**
   * For lists that many may poll: equal requests of an account that wait at the same moment get one reply, read after
   * all of them arrived. The JSON reply must depend on the account and the URL alone.
   */
  readonly shared?: true;
  /** How long a caller waits, where that differs from others. */
  readonly deadline?: CallTerms;
  /** Hot routes log at debug level. */
  readonly quiet?: boolean;
  /**
   * Why its calls leave no entry in the audit log. Every other operation of a signed-in caller that is
   * no GET leaves one.
   */
  readonly unaudited?: string;
  /** A public operation that leaves an entry, because its use case names the caller. */
  readonly namesActor?: boolean;
  /** Left out of the public API document. */
  readonly internal?: boolean;
  /**
   * Answers the calls of a hot public GET route without promises, where all that it needs is in memory; false
   * leaves a call to `handle`. The parameters are plain, but not checked; there is no context of the call.
   */
  readonly handleDirectly?: (call: DirectCall) => boolean;
  readonly handle: (
    input: RouteInput<Parsed<Params>, Parsed<Query>, Parsed<Body>, Allow>,
  ) => Promise<unknown>;
}

export type Route = RouteDeclaration<
  z.ZodType | undefined,
  z.ZodType | undefined,
  z.ZodType | undefined,
  Audience
>;

type Permitted<Allow extends Audience> = Allow extends 'public'
  ? unknown
  : { readonly permission: Permission };

/** Declares an endpoint: how it is called, by which roles, and its use case. */
export function route<
  Allow extends Audience,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(declaration: RouteDeclaration<Params, Query, Body, Allow> & Permitted<Allow>): Route {
  return declaration;
}
