import type { Sandbox } from '../index.ts';
import {
  call,
  cardprocClient,
  eventsOf,
  first,
  openTestSandbox,
  receivedBy,
} from '../test-sandbox.ts';
import { createFaults, faultRuleSchema } from './faults.ts';

describe('the faults of one target', () => {
  const rule = (change: Readonly<Record<string, unknown>>) =>
    faultRuleSchema.parse({ target: 'sms.send', mode: 'error_before', ...change });

  it('hit once by default, else as often as counted', () => {
    const faults = createFaults();
    faults.add(rule({}));
    faults.add(rule({ count: 2, status: 503 }));
    const statuses = Array.from({ length: 5 }, () => faults.next('sms.send')?.status);
    expect(statuses).toEqual([500, 503, 503, undefined, undefined]);
  });

  it('hit with their probability, in the same sequence for the same seed', () => {
    const sequence = (seed: number): string => {
      const faults = createFaults();
      faults.add(rule({ probability: 0.3, seed }));
      const hits = Array.from({ length: 1000 }, () => (faults.next('sms.send') ? '1' : '0'));
      return hits.join('');
    };
    expect(sequence(7)).toBe(sequence(7));
    expect(sequence(7)).not.toBe(sequence(8));
    const hits = sequence(7).replaceAll('0', '').length;
    expect(hits).toBeGreaterThan(250);
    expect(hits).toBeLessThan(350);
  });

  it('with a probability of 0 or 1 hit never or always, no more than counted', () => {
    const faults = createFaults();
    faults.add(rule({ probability: 0 }));
    faults.add(rule({ probability: 1, count: 2 }));
    const hits = Array.from({ length: 4 }, () => faults.next('sms.send') !== undefined);
    expect(hits).toEqual([true, true, false, false]);
  });

  it('are found by wildcard, but never in a mode that does not fit the target', () => {
    const faults = createFaults();
    faults.add(rule({ target: 'cardproc.*', count: 10 }));
    expect(faults.next('cardproc.callbacks')).toBeUndefined();
    expect(faults.next('walletco.payouts.get')).toBeUndefined();
    expect(faults.next('cardproc.transfers.get')).toBeDefined();
    expect(faults.next('cardproc.transfers.create')).toBeDefined();
  });

  it('hit only calls that contain their text, where they have one', () => {
    const faults = createFaults();
    faults.add(rule({ match: 'acct_ann' }));
    expect(faults.next('sms.send', () => '{"to":"acct_bob"}')).toBeUndefined();
    expect(faults.next('sms.send')).toBeUndefined();
    expect(faults.next('sms.send', () => '{"to":"acct_ann"}')).toBeDefined();
  });

  it('are at most 100', () => {
    const faults = createFaults();
    const added = Array.from({ length: 101 }, () => faults.add(rule({})));
    expect(added.filter((fault) => fault !== undefined)).toHaveLength(100);
  });
});

describe('faults over HTTP', () => {
  let sandbox: Sandbox;
  let cardproc: ReturnType<typeof cardprocClient>;
  beforeEach(async () => {
    sandbox = await openTestSandbox();
    cardproc = cardprocClient(sandbox);
  });
  afterEach(() => sandbox.close());

  const arm = (mode: string, more: Readonly<Record<string, unknown>> = {}) =>
    call('POST', `${sandbox.urls.http}/faults`, {
      target: 'cardproc.transfers.create',
      mode,
      ...more,
    });
  const countTransfers = async (): Promise<number> =>
    (await cardproc.get('/transfers')).body.data.length;

  it('can mean one destination alone, in calls and in callbacks', async () => {
    await arm('error_before', { match: 'acct_bob' });
    await arm('drop_callback', { target: 'cardproc.callbacks', match: 'acct_carl' });
    const answers = ['acct_ann', 'acct_bob', 'acct_carl'].map((destination, index) =>
      cardproc.transfer(`key-${String(index)}`, { destination }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 500, 200]);
    const sent = eventsOf(await receivedBy(sandbox, 'cardproc', 1));
    expect(sent.map(({ data }) => data.object)).toMatchObject([{ destination: 'acct_ann' }]);
  });

  it('error_before does nothing; the same call then works', async () => {
    await arm('error_before', { status: 503 });
    const failed = await cardproc.transfer('a');
    expect(failed).toMatchObject({
      status: 503,
      body: { error: { type: 'api_error', code: 'injected_fault' } },
    });
    expect(await countTransfers()).toBe(0);
    expect((await cardproc.transfer('a')).status).toBe(200);
  });

  it('error_after has done it all; the same call then gives what was done', async () => {
    await arm('error_after');
    expect((await cardproc.transfer('a')).status).toBe(500);
    expect(await countTransfers()).toBe(1);
    expect((await cardproc.transfer('a')).headers.get('idempotent-replayed')).toBe('true');
    expect(await countTransfers()).toBe(1);
  });

  it.each([
    ['timeout_before', 0],
    ['timeout_after', 1],
  ])('%s cuts the connection with %i transfers made', async (mode, made) => {
    await arm(mode, { ms: 0 });
    await expect(cardproc.transfer('a')).rejects.toThrow();
    expect(await countTransfers()).toBe(made);
  });

  it('delay answers later', async () => {
    await arm('delay', { ms: 80 });
    const started = Date.now();
    expect((await cardproc.transfer('a')).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThanOrEqual(75);
  });

  it('duplicate_callback sends one event twice', async () => {
    await arm('duplicate_callback', { target: 'cardproc.callbacks' });
    await cardproc.transfer('a');
    const callbacks = await receivedBy(sandbox, 'cardproc', 2);
    expect(new Set(eventsOf(callbacks).map(({ id }) => id)).size).toBe(1);
  });

  it('reorder_callbacks lets the next one overtake, and waits no longer than its limit', async () => {
    await arm('reorder_callbacks', { target: 'cardproc.callbacks', ms: 5000 });
    await cardproc.transfer('a', { destination: 'acct_reversed' });
    const callbacks = await receivedBy(sandbox, 'cardproc', 2);
    const types = eventsOf(callbacks).map(({ type }) => type);
    expect(types).toEqual(['transfer.reversed', 'transfer.paid']);
    await arm('reorder_callbacks', { target: 'cardproc.callbacks', ms: 30 });
    await cardproc.transfer('b');
    await receivedBy(sandbox, 'cardproc', 3);
  });

  it('drop_callback sends nothing, delay sends later', async () => {
    await arm('drop_callback', { target: 'cardproc.callbacks' });
    const dropped = await cardproc.transfer('a');
    await cardproc.reach(dropped.body.id, 'paid');
    const event = first((await cardproc.get('/events')).body.data);
    expect(event.delivery).toEqual({ state: 'given_up', attempts: 0 });
    await arm('delay', { target: 'cardproc.callbacks', ms: 50 });
    const { body } = await cardproc.transfer('b');
    const callbacks = await receivedBy(sandbox, 'cardproc', 1);
    expect(first(eventsOf(callbacks)).data.object.id).toBe(body.id);
  });

  it('are listed with their hits and removed one by one or all at once', async () => {
    const url = `${sandbox.urls.http}/faults`;
    const { status, body: one } = await arm('error_before', { count: 5 });
    expect(status).toBe(201);
    const { body: second } = await arm('error_after', { count: 5 });
    await cardproc.transfer('a');
    const listed = (await call('GET', url)).body.faults;
    expect(listed).toMatchObject([
      { id: one.id, hits: 1, count: 5, mode: 'error_before' },
      { id: second.id, hits: 0 },
    ]);
    expect((await call('DELETE', `${url}/${one.id}`)).status).toBe(204);
    expect((await call('DELETE', `${url}/${one.id}`)).status).toBe(404);
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await call('GET', url)).body.faults).toEqual([]);
    expect((await cardproc.transfer('a')).status).toBe(200);
  });

  it.each([
    [{ target: 'cardproc.nothing' }, 'target'],
    [{ mode: 'explode' }, 'mode'],
    [{ mode: 'drop_callback' }, 'mode'],
    [{ target: 'smtp', mode: 'delay' }, 'mode'],
    [{ count: 0 }, 'count'],
    [{ probability: 2 }, 'probability'],
    [{ more: 1 }, 'body'],
  ])('are refused where they cannot work: %p', async (change, field) => {
    const refused = await arm('error_before', change);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: [{ field }] } },
    });
  });

  it('settings of a running sandbox can be changed', async () => {
    const url = `${sandbox.urls.http}/settings`;
    const changed = await call('PUT', url, { settle_ms: 60_000 });
    expect(changed).toMatchObject({ status: 200, body: { settle_ms: 60_000, slow_ms: 150 } });
    const { body } = await cardproc.transfer('a');
    expect((await call('PUT', url, { settle_ms: -1 })).status).toBe(400);
    expect((await call('PUT', url, { cardproc_callback_url: 'ftp://x/' })).status).toBe(400);
    expect((await call('GET', url)).body).not.toHaveProperty('keys');
    await call('PUT', url, { settle_ms: 1 });
    const fast = await cardproc.transfer('b');
    await cardproc.reach(fast.body.id, 'paid');
    const still = await cardproc.get(`/transfers/${body.id}`);
    expect(still.body.status).toBe('pending');
  });
});
