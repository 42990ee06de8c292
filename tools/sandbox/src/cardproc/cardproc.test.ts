import { createHmac } from 'node:crypto';
import { DAY_MS } from '@tributary/units';
import type { Sandbox } from '../index.ts';
import {
  call,
  cardprocClient,
  eventsOf,
  eventually,
  first,
  openTestSandbox,
  receivedBy,
} from '../test-sandbox.ts';

let sandbox: Sandbox;
let cardproc: ReturnType<typeof cardprocClient>;
let nowOffsetMs = 0;

beforeEach(async () => {
  nowOffsetMs = 0;
  sandbox = await openTestSandbox({ clock: { now: () => new Date(Date.now() + nowOffsetMs) } });
  cardproc = cardprocClient(sandbox);
});
afterEach(() => sandbox.close());

const payout = (id: string) => ({ metadata: { payout_id: id } });

describe('a transfer', () => {
  it('is pending at first, then paid, and reported by one signed callback', async () => {
    const { status, body } = await cardproc.transfer('key-1', payout('p1'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'transfer',
      amount: 1234,
      amount_reversed: 0,
      currency: 'USD',
      destination: 'acct_ann',
      status: 'pending',
      failure_code: null,
      metadata: { payout_id: 'p1' },
    });
    const paid = await cardproc.reach(body.id, 'paid');
    const callback = first(await receivedBy(sandbox, 'cardproc', 1));
    expect(eventsOf([callback])[0]).toMatchObject({
      object: 'event',
      type: 'transfer.paid',
      data: { object: paid },
    });
    const [, at, signature] = /^t=(\d+),v1=(\w+)$/.exec(
      callback.headers['cardproc-signature'] ?? '',
    )!;
    const expected = createHmac('sha256', sandbox.keys.cardprocWebhookSecret)
      .update(`${at!}.${callback.body}`)
      .digest('hex');
    expect(signature).toBe(expected);
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('is made once per idempotency key, whatever spacing and order the body has, and replayed as it was', async () => {
    const made = await cardproc.transfer('key-1', payout('p1'));
    await cardproc.reach(made.body.id, 'paid');
    const spaced = `{ "metadata": {"payout_id":"p1"},
      "destination": "acct_ann", "currency": "USD", "amount": 1234 }`;
    const again = await cardproc.post('/transfers', spaced, { 'idempotency-key': 'key-1' });
    expect(again).toMatchObject({ status: 200, body: made.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await cardproc.get('/transfers')).body.data).toHaveLength(1);
  });

  it('is made once by racing calls with one key', async () => {
    const racing = Array.from({ length: 20 }, () => cardproc.transfer('key-1', payout('p1')));
    const ids = new Set((await Promise.all(racing)).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
  });

  it('is refused with 409 where the key had another body', async () => {
    await cardproc.transfer('key-1');
    const other = await cardproc.transfer('key-1', { amount: 1235 });
    expect(other).toMatchObject({
      status: 409,
      body: { error: { type: 'idempotency_error', code: 'idempotency_key_reused' } },
    });
  });

  it('is made a second time under a key older than 24 h', async () => {
    const made = await cardproc.transfer('key-1');
    nowOffsetMs = DAY_MS + 1000;
    const second = await cardproc.transfer('key-1');
    expect(second.body.id).not.toBe(made.body.id);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: '100' }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ currency: 'usd' }, 'currency'],
    [{ currency: 'XXX' }, 'currency'],
    [{ destination: 'ba_1' }, 'destination'],
    [{ metadata: { payout_id: 5 } }, 'metadata.payout_id'],
    [{ extra: true }, 'body'],
  ])('is refused with 400 for %p, and the key stays unused', async (change, param) => {
    const refused = await cardproc.transfer('key-1', change);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'parameter_invalid', param } },
    });
    expect((await cardproc.transfer('key-1')).status).toBe(200);
  });

  it('needs a key, a known caller and a readable body of bounded size', async () => {
    const body = { amount: 1, currency: 'USD', destination: 'acct_ann' };
    const keyless = await cardproc.post('/transfers', body);
    expect(keyless).toMatchObject({
      status: 400,
      body: { error: { code: 'idempotency_key_required', param: 'Idempotency-Key' } },
    });
    const url = `${sandbox.urls.cardproc}/v1/transfers`;
    const stranger = await call('POST', url, body, { authorization: 'Bearer wrong' });
    expect(stranger).toMatchObject({
      status: 401,
      body: { error: { type: 'authentication_error' } },
    });
    const garbled = await cardproc.post('/transfers', '{"amount":', { 'idempotency-key': 'k' });
    expect(garbled).toMatchObject({ status: 400, body: { error: { code: 'malformed_body' } } });
    const huge = await cardproc.post('/transfers', `"${'x'.repeat(1_100_000)}"`);
    expect(huge).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } });
  });
});

describe('names with a meaning', () => {
  it('acct_declined fails for good, every time', async () => {
    for (const key of ['a', 'b']) {
      const { body } = await cardproc.transfer(key, {
        destination: 'acct_declined',
        ...payout('p'),
      });
      const failed = await cardproc.reach(body.id, 'failed');
      expect(failed).toMatchObject({ failure_code: 'account_declined', amount_reversed: 0 });
    }
  });

  it('acct_temporary fails once per payout and then works, each payout for itself', async () => {
    const to = { destination: 'acct_temporary' };
    const statusOf = async (key: string, payoutId: string): Promise<unknown> => {
      const { body } = await cardproc.transfer(key, { ...to, ...payout(payoutId) });
      return eventually(async () => {
        const { body: now } = await cardproc.get(`/transfers/${body.id}`);
        return now.status === 'pending' ? undefined : [now.status, now.failure_code];
      });
    };
    expect(await statusOf('a', 'p1')).toEqual(['failed', 'temporarily_unavailable']);
    expect(await statusOf('b', 'p1')).toEqual(['paid', null]);
    expect(await statusOf('c', 'p2')).toEqual(['failed', 'temporarily_unavailable']);
    expect(await statusOf('d', 'p2')).toEqual(['paid', null]);
  });

  it('acct_slow is recorded at once and answered late, the replay no earlier', async () => {
    sandbox.settings.slow_ms = 600;
    const started = Date.now();
    const answer = cardproc.transfer('a', { destination: 'acct_slow', ...payout('p1') });
    const found = await eventually(async () => {
      const { body } = await cardproc.get('/transfers?metadata[payout_id]=p1');
      return body.data[0];
    });
    expect(found.status).toBe('pending');
    const again = await cardproc.transfer('a', { destination: 'acct_slow', ...payout('p1') });
    expect(Date.now() - started).toBeGreaterThanOrEqual(590);
    expect((await answer).body).toEqual(again.body);
    await cardproc.reach(found.id, 'paid');
  });

  it('acct_reversed is paid and then reversed, with a callback for each', async () => {
    const { body } = await cardproc.transfer('a', { destination: 'acct_reversed' });
    const reversed = await cardproc.reach(body.id, 'reversed');
    expect(reversed.amount_reversed).toBe(1234);
    const callbacks = await receivedBy(sandbox, 'cardproc', 2);
    const types = eventsOf(callbacks).map(({ type }) => type);
    expect(types.sort()).toEqual(['transfer.paid', 'transfer.reversed']);
  });
});

describe('the books', () => {
  it('are a statement whose sum is what was paid and not given back', async () => {
    const made = await Promise.all([
      cardproc.transfer('a', { amount: 500 }),
      cardproc.transfer('b', { amount: 700, destination: 'acct_declined' }),
      cardproc.transfer('c', { amount: 900, destination: 'acct_reversed' }),
      cardproc.transfer('d', { amount: 11, currency: 'JPY' }),
    ]);
    const [paid = '', failed = '', reversed = ''] = made.map(({ body }) => body.id);
    await cardproc.reach(paid, 'paid');
    await cardproc.reach(failed, 'failed');
    await cardproc.reach(reversed, 'reversed');
    const { body } = await cardproc.get('/balance_transactions');
    expect(body.data).toHaveLength(6);
    const ofReversed = await cardproc.get(`/balance_transactions?source=${reversed}`);
    expect(ofReversed.body.data).toMatchObject([
      { type: 'transfer_reversal', amount: 900, currency: 'USD' },
      { type: 'transfer', amount: -900, currency: 'USD' },
    ]);
    const { totals } = (await cardproc.get('/balance')).body;
    expect(totals).toEqual([
      { currency: 'USD', amount: -500 },
      { currency: 'JPY', amount: -11 },
    ]);
  });

  it('list newest first, page by page, each transfer once, and filter', async () => {
    for (const at of [1, 2, 3, 4, 5]) {
      await cardproc.transfer(`key-${String(at)}`, { amount: at, ...payout(`p${String(at % 2)}`) });
    }
    const seen: number[] = [];
    let after = '';
    for (;;) {
      const { body } = await cardproc.get(`/transfers?limit=2${after}`);
      seen.push(...body.data.map(({ amount }) => amount));
      if (!body.has_more) break;
      after = `&starting_after=${body.data.at(-1)!.id}`;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    const amountsFor = async (query: string): Promise<number[]> =>
      (await cardproc.get(`/transfers?${query}`)).body.data.map(({ amount }) => amount);
    expect(await amountsFor('metadata[payout_id]=p1')).toEqual([5, 3, 1]);
    expect(await amountsFor('destination=acct_bob')).toEqual([]);
    const now = Math.floor(Date.now() / 1000);
    expect(await amountsFor(`created[gte]=${String(now - 60)}`)).toHaveLength(5);
    expect(await amountsFor(`created[lt]=${String(now - 60)}`)).toEqual([]);
    expect((await cardproc.get('/transfers?status[$ne]=paid')).status).toBe(400);
    expect((await cardproc.get('/transfers?limit=501')).status).toBe(400);
  });
});

describe('accounts', () => {
  it('are verified by a callback that carries the metadata of the call', async () => {
    const path = '/accounts/acct_ann/verification';
    const begun = await cardproc.post(path, { metadata: { payout_account_id: 'a1' } });
    expect(begun).toMatchObject({
      status: 202,
      body: { payouts_enabled: false, disabled_reason: 'pending_verification' },
    });
    const callback = first(await receivedBy(sandbox, 'cardproc', 1));
    expect(eventsOf([callback])[0]).toMatchObject({
      type: 'account.updated',
      data: {
        object: {
          id: 'acct_ann',
          object: 'account',
          payouts_enabled: true,
          disabled_reason: null,
          metadata: { payout_account_id: 'a1' },
        },
      },
    });
    expect((await cardproc.get('/accounts/acct_ann')).body.payouts_enabled).toBe(true);
  });

  it('may be rejected, and are unknown before', async () => {
    expect((await cardproc.get('/accounts/acct_restricted')).status).toBe(404);
    await cardproc.post('/accounts/acct_restricted/verification', {});
    const callback = first(await receivedBy(sandbox, 'cardproc', 1));
    const account = { payouts_enabled: false, disabled_reason: 'rejected' };
    expect(eventsOf([callback])[0]?.data.object).toMatchObject(account);
    expect((await cardproc.post('/accounts/nobody/verification', {})).status).toBe(400);
  });
});

describe('callbacks', () => {
  it('are repeated with the same event id until they are taken', async () => {
    await call('PUT', `${sandbox.urls.http}/receiver/cardproc`, { status: 503, times: 3 });
    await cardproc.transfer('a');
    const attempts = await receivedBy(sandbox, 'cardproc', 4);
    expect(attempts.map(({ answered_status: status }) => status)).toEqual([503, 503, 503, 200]);
    expect(new Set(eventsOf(attempts).map(({ id }) => id)).size).toBe(1);
    const events = await eventually(async () => {
      const { body } = await cardproc.get('/events?type=transfer.paid');
      return body.data[0]?.delivery.state === 'delivered' ? body.data : undefined;
    });
    expect(events).toMatchObject([{ delivery: { state: 'delivered', attempts: 4 } }]);
  });

  it('do not follow redirects and do not stop at an address where nothing listens', async () => {
    const redirect = { status: 302, headers: { location: '/receiver/elsewhere' }, times: 1 };
    await call('PUT', `${sandbox.urls.http}/receiver/cardproc`, redirect);
    sandbox.settings.cardproc_callback_url = 'http://127.0.0.1:1/';
    await cardproc.transfer('a');
    await eventually(async () => {
      const { body } = await cardproc.get('/events');
      return (body.data[0]?.delivery.attempts ?? 0) >= 2 ? true : undefined;
    });
    sandbox.settings.cardproc_callback_url = `${sandbox.urls.http}/receiver/cardproc`;
    const attempts = await receivedBy(sandbox, 'cardproc', 2);
    expect(attempts.map(({ answered_status: status }) => status)).toEqual([302, 200]);
    expect((await call('GET', `${sandbox.urls.http}/receiver/elsewhere`)).body.total).toBe(0);
  });
});

describe('paths', () => {
  it('that do not exist answer 404, wrong methods 405 with Allow, both in the own shape', async () => {
    expect(await cardproc.get('/nothing')).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'unknown_path' } },
    });
    expect(await cardproc.get('/transfers/tr_1')).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing' } },
    });
    const authorization = `Bearer ${sandbox.keys.cardprocApiKey}`;
    const url = `${sandbox.urls.cardproc}/v1/transfers`;
    const wrong = await call('DELETE', url, undefined, { authorization });
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    expect(wrong.headers.get('allow')).toBe('GET, POST');
  });
});
