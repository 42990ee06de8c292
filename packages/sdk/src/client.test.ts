import {
  ConnectionError,
  createTributary,
  DeadlineError,
  type Fetch,
  InvalidRequestError,
  NotFoundError,
  type Retry,
} from './index.ts';
import { operationTable } from './gen/operations.ts';
import { readOperations } from './operation.ts';
import { type FakeApi, openFakeApi } from './testing/fake-api.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** A client whose calls are kept, and get these answers in turn; the last one again and again. */
function clientOf(answers: readonly (() => Response)[], options = {}) {
  const calls: { url: string; init: RequestInit }[] = [];
  const fetch: Fetch = (url, init) => {
    calls.push({ url, init });
    const next = answers[Math.min(calls.length, answers.length) - 1];
    return next === undefined
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(next());
  };
  const baseUrl = 'https://api.example.com/';
  const tributary = createTributary({ baseUrl, fetch, auth: 'trk_1', baseDelayMs: 1, ...options });
  return { calls, tributary };
}

const headerOf = (call: { init: RequestInit } | undefined, name: string): string | undefined =>
  (call?.init.headers as Record<string, string>)[name];

describe('a call', () => {
  it('has the path, query and body of its operation', async () => {
    const { calls, tributary } = clientOf([() => json(200, { campaigns: [] })]);
    await tributary.campaigns.list({ status: 'active', page: 2 });
    await tributary.campaigns.update('a/b', { status: 'paused' });
    await tributary.campaigns.get('c');
    expect(
      calls.map(({ url, init }) =>
        `${String(init.method)} ${url} ${(init.body as string | undefined) ?? ''}`.trim(),
      ),
    ).toEqual([
      'GET https://api.example.com/api/brand/campaigns?status=active&page=2',
      'PUT https://api.example.com/api/brand/campaigns/a%2Fb {"status":"paused"}',
      'GET https://api.example.com/api/brand/campaigns/c',
    ]);
    expect(headerOf(calls[0], 'authorization')).toBe('Bearer trk_1');
  });

  it('refuses an empty id, which would be another path', () => {
    const { tributary } = clientOf([]);
    for (const id of ['', '..'])
      expect(() => tributary.campaigns.get(id)).toThrow(
        'campaign_id must be a text that is not empty',
      );
  });

  it('keeps its Idempotency-Key over its retries, and no other call has it', async () => {
    const { calls, tributary } = clientOf([() => json(503, {}), () => json(201, {})]);
    await tributary.links.create({ campaign_id: 'c' });
    await tributary.links.create({ campaign_id: 'c' }, { idempotencyKey: 'mine' });
    const [first, second, third] = calls.map((call) => headerOf(call, 'idempotency-key'));
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect([second, third]).toEqual([first, 'mine']);
  });

  it('answers a file as the response itself', async () => {
    const { tributary } = clientOf([() => new Response('a,b')]);
    const response = await tributary.payouts.export();
    expect(await response.text()).toBe('a,b');
  });

  it('exists for every operation of the API document', () => {
    const { tributary } = clientOf([]);
    const operations = readOperations(operationTable);
    expect(operations.length).toBeGreaterThan(250);
    const groups = tributary as unknown as Record<string, Record<string, unknown>>;
    for (const { group, method } of operations)
      expect(typeof groups[group]?.[method]).toBe('function');
  });
});

describe('an error', () => {
  it('names its kind, code, request and invalid fields in each of the three shapes', async () => {
    const fields = [{ path: 'order_value', message: 'Must be greater than 0' }];
    const headers = { 'x-request-id': 'r-1' };
    const shapes = [
      {
        error: 'invalid_request',
        message: 'Not valid',
        detail: 'order_value: Must be greater than 0',
      },
      { success: false, data: { error: 'invalid_request', fields }, message: 'Not valid' },
    ];
    for (const shape of shapes) {
      const { tributary } = clientOf([() => json(400, shape, headers)]);
      const error: unknown = await tributary.accounts.get().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({
        kind: 'invalid',
        code: 'invalid_request',
        status: 400,
        requestId: 'r-1',
        issues: fields,
        retryable: false,
        message: 'Not valid',
        attempts: 1,
      });
    }
    const { tributary } = clientOf([() => json(404, { detail: 'No such notification' })]);
    const error: unknown = await tributary.notifications
      .get('n')
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'not_found', message: 'No such notification' });
  });

  it('is retryable where the same call may succeed later', async () => {
    const lost = clientOf([]);
    const error: unknown = await lost.tributary.accounts.get().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ retryable: true, attempts: 3, code: 'connection_failed' });
    expect(lost.calls).toHaveLength(3);
  });

  it('of an answer that is no JSON is one of the connection', async () => {
    const { tributary } = clientOf([() => new Response('<html>')], { maxRetries: 0 });
    await expect(tributary.accounts.get()).rejects.toMatchObject({ code: 'invalid_answer' });
  });
});

describe('a retry', () => {
  it('is reported, and never made of a call that may have taken effect without a key', async () => {
    const retries: Retry[] = [];
    const options = { onRetry: (retry: Retry) => retries.push(retry) };
    const { calls, tributary } = clientOf([() => json(502, {})], options);
    await expect(tributary.webhookEndpoints.create({ url: 'u', events: [] })).rejects.toMatchObject(
      {
        status: 502,
      },
    );
    expect(calls).toHaveLength(1);
    await expect(tributary.campaigns.get('c')).rejects.toMatchObject({ status: 502, attempts: 3 });
    expect(retries.map(({ operation, attempt }) => [operation, attempt])).toEqual([
      ['campaigns.get', 1],
      ['campaigns.get', 2],
    ]);
  });

  it('ends at once with the deadline where the server wants to be called after it', async () => {
    const { calls, tributary } = clientOf([() => json(503, {}, { 'retry-after': '60' })]);
    const error: unknown = await tributary.accounts
      .get({ deadlineMs: 5_000 })
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ retryAfterMs: 60_000, status: 503, cause: { status: 503 } });
    expect(calls).toHaveLength(1);
  });

  it('ends with the caller’s signal, while it waits as well', async () => {
    const { tributary } = clientOf([() => json(503, {}, { 'retry-after': '60' })]);
    const stop = new AbortController();
    const call = tributary.accounts.get({ signal: stop.signal });
    stop.abort(new Error('the user left'));
    await expect(call).rejects.toThrow('the user left');
    await expect(tributary.accounts.get({ signal: stop.signal })).rejects.toThrow('the user left');
  });
});

describe('a session', () => {
  let api: FakeApi;
  beforeEach(async () => {
    api = await openFakeApi();
  });
  afterEach(() => api.close());

  it('is refreshed once for many calls that wait, and its new tokens are handed over', async () => {
    api.accessToken = 'expired long ago';
    const stored: string[] = [];
    const tributary = createTributary({
      baseUrl: api.baseUrl,
      auth: {
        access_token: 'access-0',
        refresh_token: 'refresh-0',
        onRefresh: ({ refresh_token }) => void stored.push(refresh_token),
      },
    });
    const pages = await Promise.all(Array.from({ length: 20 }, () => tributary.campaigns.list()));
    expect(pages.every(({ campaigns }) => campaigns.length === 50)).toBe(true);
    expect(stored).toEqual(['refresh-1']);
    expect(api.requests.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1);
  });

  it('is refreshed for calls of notifications, whose errors state no code', async () => {
    api.accessToken = 'expired long ago';
    const auth = { access_token: 'access-0', refresh_token: 'refresh-0' };
    const tributary = createTributary({ baseUrl: api.baseUrl, auth });
    expect(await tributary.notifications.getUnreadCount()).toEqual({ unread_count: 3 });
  });

  it('that has ended fails every call with the reason', async () => {
    api.accessToken = 'another';
    const auth = { access_token: 'access-0', refresh_token: 'used before' };
    const tributary = createTributary({ baseUrl: api.baseUrl, auth });
    await expect(tributary.accounts.get()).rejects.toMatchObject({ code: 'invalid_refresh_token' });
  });

  it('may come from a function, which is called again where its token is refused', async () => {
    api.accessToken = 'second';
    const refused: (string | undefined)[] = [];
    const auth = (expired?: string) => {
      refused.push(expired);
      return expired === undefined ? 'first' : 'second';
    };
    const tributary = createTributary({ baseUrl: api.baseUrl, auth });
    await tributary.campaigns.list();
    expect(refused).toEqual([undefined, 'first']);
  });
});

describe('a list', () => {
  let api: FakeApi;
  beforeAll(async () => {
    api = await openFakeApi();
  });
  afterAll(() => api.close());

  it('is one page to await, all records to iterate over, and pages where they matter', async () => {
    const tributary = createTributary({ baseUrl: api.baseUrl });
    const { campaigns, pagination } = await tributary.campaigns.list({ per_page: 10 });
    expect([campaigns.length, pagination.total]).toEqual([10, 230]);
    const names = new Set<string>();
    for await (const { name } of tributary.campaigns.list()) names.add(name);
    expect(names.size).toBe(230);
    const sizes: number[] = [];
    for await (const page of tributary.campaigns.list({ per_page: 90 }).pages())
      sizes.push(page.campaigns.length);
    expect(sizes).toEqual([90, 90, 50]);
  });

  it.each([
    ['skip', 'affiliatePayouts', ['?limit=100', '?limit=100&skip=100', '?limit=100&skip=200']],
    ['offset', 'notifications', ['?limit=100', '?limit=100&offset=100', '?limit=100&offset=200']],
  ] as const)('is continued by %s', async (_, group, queries) => {
    const page = (length: number) => () =>
      json(
        200,
        Array.from({ length }, (_one, id) => ({ id })),
      );
    const { calls, tributary } = clientOf([page(100), page(100), page(3)]);
    let count = 0;
    for await (const { id } of tributary[group].list()) count += id === '' ? 0 : 1;
    expect(count).toBe(203);
    expect(calls.map(({ url }) => new URL(url).search)).toEqual(queries);
  });

  it('is continued by the last record where the API states it', async () => {
    const pages = [
      () => json(200, { entries: [{ entry_id: 'b' }], next_before: 'b' }),
      () => json(200, { entries: [{ entry_id: 'a' }], next_before: null }),
    ];
    const { calls, tributary } = clientOf(pages);
    const ids: string[] = [];
    for await (const { entry_id } of tributary.auditEntries.list({ limit: 1 })) ids.push(entry_id);
    expect(ids).toEqual(['b', 'a']);
    expect(calls[1]?.url).toContain('limit=1&before=b');
  });
});
