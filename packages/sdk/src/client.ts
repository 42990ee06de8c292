import { type Auth, openTokens, type SessionTokens } from './auth.ts';
import { type CallOptions } from './call-options.ts';
import { ConflictError } from './errors.ts';
import { type Groups } from './gen/groups.ts';
import { operationTable } from './gen/operations.ts';
import { openList } from './list.ts';
import { fillPath, type Operation, queryText, readOperations } from './operation.ts';
import { signatureOf, signedTextOf } from './signing.ts';
import { type Fetch, type Retry, Transport } from './transport.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

export interface TributaryOptions {
  /** The address of the platform, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** An API key (`trk_…`), an access token, a session that is kept alive, or a function that finds a token. */
  readonly auth?: Auth;
  /** Signs the tracking calls: the brand's own secret, or that of the source. */
  readonly signingSecret?: string;
  /** Verifies webhooks: the endpoint's secret (`whsec_…`); two while it is rotated. */
  readonly webhookSecret?: string | readonly string[];
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** How often a failed call is repeated at most. Default 2. */
  readonly maxRetries?: number;
  /** How long one attempt may take, ms. Default 30,000. */
  readonly timeoutMs?: number;
  /** How long a whole call may take, retries and waiting included, ms. Default 90,000. */
  readonly deadlineMs?: number;
  /** The longest wait before the first retry, ms; it doubles with every further one. Default 500. */
  readonly baseDelayMs?: number;
  /** The longest wait before any retry that the server does not want to be later, ms. Default 8,000. */
  readonly maxDelayMs?: number;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called before a call is repeated: for logs and metrics. */
  readonly onRetry?: (retry: Retry) => void;
}

/** The API: every operation by its noun, and webhooks. */
export interface Tributary extends Groups {
  readonly webhooks: Webhooks;
}

const DEFAULTS = {
  // Called as a method of another object, the browser's own function would refuse.
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  maxRetries: 2,
  timeoutMs: 30_000,
  deadlineMs: 90_000,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  headers: {},
  onRetry: undefined,
};

interface Input {
  readonly values: readonly unknown[];
  readonly input: unknown;
  readonly options: CallOptions;
}

/** Parts the arguments of a method: the parameters of the path, a body or a query, and options. */
function inputOf({ path, hasBody, hasQuery }: Operation, given: readonly unknown[]): Input {
  const inPath = path.split('{').length - 1;
  const hasInput = hasBody || hasQuery;
  return {
    values: given.slice(0, inPath),
    input: hasInput ? given[inPath] : undefined,
    options: given[hasInput ? inPath + 1 : inPath] ?? {},
  };
}

/** A form as it is, anything else as JSON; undefined where the operation has none. */
function bodyOf({ hasBody, isForm }: Operation, input: unknown): string | FormData | undefined {
  if (!hasBody || input === undefined) return undefined;
  return isForm ? (input as FormData) : JSON.stringify(input);
}

/** One key for all attempts of a call that creates or deletes. */
const keyOf = (verb: string, { idempotencyKey }: CallOptions): Record<string, string> =>
  verb === 'POST' || verb === 'DELETE'
    ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }
    : {};

class Client {
  private readonly options: TributaryOptions;
  private readonly transport: Transport;

  constructor(options: TributaryOptions) {
    this.options = options;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const settings = { ...DEFAULTS, ...(Object.fromEntries(given) as Partial<typeof DEFAULTS>) };
    // Not repeated where the answer was lost: a refresh token that is used twice ends its session.
    const refresh = (refresh_token: string): Promise<SessionTokens> =>
      this.call(refreshing, [{ refresh_token }]) as Promise<SessionTokens>;
    this.transport = new Transport(settings, openTokens(options.auth, refresh));
  }

  call(operation: Operation, given: readonly unknown[]): unknown {
    const { values, input, options } = inputOf(operation, given);
    const path = fillPath(operation.path, values);
    const query = (operation.hasQuery ? (input ?? {}) : {}) as Readonly<Record<string, unknown>>;
    const load = (page: typeof query): Promise<unknown> =>
      this.request(operation, path, { input: operation.hasBody ? input : page, options });
    return operation.paging === undefined ? load(query) : openList(operation.paging, query, load);
  }

  private async request(
    operation: Operation,
    path: string,
    { input, options }: Omit<Input, 'values'>,
  ): Promise<unknown> {
    const { name, verb, hasBody, isRepeatable, isPublic, isFile } = operation;
    const signed = await this.signed(name, input, options);
    const query = hasBody ? '' : queryText(signed as Readonly<Record<string, unknown>>);
    const body = bodyOf(operation, signed);
    const sending = this.transport.send({
      operation: name,
      method: verb,
      url: `${this.options.baseUrl.replace(/\/+$/, '')}${path}${query}`,
      body,
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...keyOf(verb, options),
        ...options.headers,
      },
      isRepeatable,
      isPublic,
      isFile,
      options,
    });
    return operation.recognisesOrders ? sending.catch(recordedBefore) : sending;
  }

  /** The input with the signature of a tracking call. */
  private async signed(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    const secret = options.signingSecret ?? this.options.signingSecret;
    const text = secret === undefined ? undefined : signedTextOf(name, input);
    if (secret === undefined || text === undefined) return input;
    return { signature: await signatureOf(secret, text), ...(input as object) };
  }
}

/**
 * The answer to an order that an earlier attempt of the same call recorded, whose own answer was lost.
 * @throws the error where no attempt came before
 */
function recordedBefore(error: unknown): unknown {
  const isRepetition = error instanceof ConflictError && error.attempts > 1;
  if (!isRepetition || error.code !== 'duplicate_order') throw error;
  const { message, details } = error;
  return { success: true, data: { ...details, message }, message };
}

const operations = readOperations(operationTable);

const refreshing = operations.find(({ name }) => name === 'sessions.refresh') as Operation;

/**
 * A client of the Tributary API.
 *
 * @example
 * const tributary = createTributary({ baseUrl: 'https://api.example.com', auth: 'trk_…' });
 * for await (const campaign of tributary.campaigns.list({ status: 'active' })) console.log(campaign.name);
 */
export function createTributary(options: TributaryOptions): Tributary {
  const client = new Client(options);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const group = (groups[operation.group] ??= {});
    group[operation.method] = (...given: unknown[]) => client.call(operation, given);
  }
  const webhooks = openWebhooks(options.webhookSecret ?? []);
  return { ...(groups as unknown as Groups), webhooks };
}
