import { type CallOptions } from './call-options.ts';
import { ConnectionError, DeadlineError, errorOf, TributaryError } from './errors.ts';
import { retryDelayMs, type RetryPolicy } from './retry.ts';
import { type TokenSource } from './auth.ts';

/** A fetch function: the platform's own, or one that adds a proxy, an agent or a log. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A call that is about to be repeated. */
export interface Retry {
  /** Such as `conversions.track`. */
  readonly operation: string;
  /** The attempts that were made. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: TributaryError;
}

export interface TransportSettings extends RetryPolicy {
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/** One call of the API. */
export interface Call {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | FormData | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a repetition has no second effect. */
  readonly isRepeatable: boolean;
  readonly isPublic: boolean;
  /** Whether the answer is passed on as it is, without reading its body. */
  readonly isFile: boolean;
  readonly options: CallOptions;
}

interface Limits {
  readonly timeoutMs: number;
  /** When the whole call ends, ms since the epoch. */
  readonly until: number;
}

/** Resolves after `ms`. @throws the signal's reason */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Reads an answer. @throws TributaryError of the kind that a refusal has */
async function read(response: Response, isFile: boolean): Promise<unknown> {
  if (isFile && response.status < 400) return response;
  const body = parse(await response.text());
  if (response.status >= 400) throw errorOf(response, body, Date.now());
  if (typeof body === 'string')
    throw new ConnectionError('connection', {
      code: 'invalid_answer',
      message: 'The answer is no JSON: it was cut off, or something else answers at this address',
      status: response.status,
    });
  return body;
}

const unreachable = (cause: unknown): ConnectionError =>
  new ConnectionError('connection', {
    code: 'connection_failed',
    message: `No answer: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });

/** Whether a newer token may help. Notifications refuse a token without a code, whose place the kind takes. */
const isTokenRefused = ({ code }: TributaryError): boolean =>
  code === 'invalid_token' || code === 'unauthenticated';

/** Sends calls, repeats what failed, and renews tokens. */
export class Transport {
  private readonly settings: TransportSettings;
  private readonly tokens: TokenSource;

  constructor(settings: TransportSettings, tokens: TokenSource) {
    this.settings = settings;
    this.tokens = tokens;
  }

  /** The answer of a call: its JSON, or the response itself where it is a file. @throws TributaryError */
  async send(call: Call): Promise<unknown> {
    const { timeoutMs, deadlineMs, maxRetries } = { ...this.settings, ...defined(call.options) };
    const limits = { timeoutMs, until: Date.now() + deadlineMs };
    const policy = { ...this.settings, maxRetries };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.authorised(call, limits);
      if (!(answer instanceof Failed)) return answer;
      await this.beforeRetry(call, answer.reason, { attempt, limits, policy });
    }
  }

  /** Waits for the next attempt. @throws the error where there is none */
  private async beforeRetry(
    { operation, isRepeatable, options }: Call,
    error: TributaryError,
    now: { readonly attempt: number; readonly limits: Limits; readonly policy: RetryPolicy },
  ): Promise<void> {
    const { attempt, limits, policy } = now;
    error.attempts = attempt;
    const delayMs = retryDelayMs(error, { attempt, isRepeatable }, policy, Math.random());
    if (delayMs === undefined) throw error;
    if (Date.now() + delayMs >= limits.until) throw deadline(error, attempt);
    this.settings.onRetry?.({ operation, attempt, delayMs, error });
    await pause(delayMs, options.signal);
  }

  /** One attempt; a second one with a new token where the first was refused. */
  private async authorised(call: Call, limits: Limits): Promise<unknown> {
    const token = call.isPublic ? undefined : await this.tokens.get();
    const answer = await this.attempt(call, token, limits);
    if (token === undefined || !(answer instanceof Failed)) return answer;
    if (!isTokenRefused(answer.reason)) return answer;
    const renewed = await this.tokens.get(token);
    return renewed === undefined ? answer : this.attempt(call, renewed, limits);
  }

  private async attempt(call: Call, token: string | undefined, limits: Limits): Promise<unknown> {
    const { signal: given } = call.options;
    given?.throwIfAborted();
    const timeout = new AbortController();
    const remaining = Math.max(1, Math.min(limits.timeoutMs, limits.until - Date.now()));
    const timer = setTimeout(() => timeout.abort(new Error('no answer in time')), remaining);
    const signal = given === undefined ? timeout.signal : AbortSignal.any([given, timeout.signal]);
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    try {
      const response = await this.settings.fetch(call.url, {
        method: call.method,
        headers: { ...this.settings.headers, ...authorization, ...call.headers },
        redirect: 'manual',
        signal,
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      return await read(response, call.isFile);
    } catch (error) {
      given?.throwIfAborted();
      return new Failed(error instanceof TributaryError ? error : unreachable(error));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An attempt that failed, apart from what a caller's own functions throw. */
class Failed {
  readonly reason: TributaryError;

  constructor(reason: TributaryError) {
    this.reason = reason;
  }
}

const deadline = (cause: TributaryError, attempts: number): DeadlineError => {
  const { code, status, requestId, retryAfterMs, message } = cause;
  const error = new DeadlineError('deadline', {
    code: 'deadline_exceeded',
    message: `The deadline does not allow another attempt after ${code}: ${message}`,
    status,
    requestId,
    retryAfterMs,
    cause,
  });
  error.attempts = attempts;
  return error;
};

/** The options that were given. */
const defined = (options: CallOptions): CallOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
