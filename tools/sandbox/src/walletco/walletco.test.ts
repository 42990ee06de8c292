import { createHmac } from 'node:crypto';
import { DAY_MS } from '@tributary/units';
import type { Sandbox } from '../index.ts';
import {
  batchBody,
  call,
  eventsOf,
  eventually,
  first,
  openTestSandbox,
  receivedBy,
  walletcoClient,
} from '../test-sandbox.ts';
import type { WireBody } from '../test-sandbox.ts';

const ANN = { receiver: 'ann@example.com' };

let sandbox: Sandbox;
let walletco: Awaited<ReturnType<typeof walletcoClient>>;
let nowOffsetMs = 0;

beforeEach(async () => {
  nowOffsetMs = 0;
  sandbox = await openTestSandbox({ clock: { now: () => new Date(Date.now() + nowOffsetMs) } });
  walletco = await walletcoClient(sandbox);
});
afterEach(() => sandbox.close());

describe('a batch', () => {
  it('is pending at first; its items succeed, each reported by a signed webhook', async () => {
    const { status, body } = await walletco.payOut('batch-1', [
      { ...ANN, sender_item_id: 'p1' },
      { receiver: 'bob@example.com', value: '500', currency: 'JPY', sender_item_id: 'p2' },
    ]);
    expect(status).toBe(201);
    const { payout_batch_id: batchId } = body.batch_header;
    expect(body).toMatchObject({
      batch_header: {
        batch_status: 'PENDING',
        sender_batch_header: { sender_batch_id: 'batch-1' },
      },
      links: [{ rel: 'self', href: `/walletco/v1/payments/payouts/${batchId}` }],
    });
    const settled = await walletco.settled(batchId);
    expect(settled).toMatchObject({
      batch_header: { time_completed: expect.any(String) },
      total_items: 2,
      total_pages: 1,
      items: [
        {
          transaction_status: 'SUCCESS',
          sender_batch_id: 'batch-1',
          errors: null,
          payout_item: {
            recipient_type: 'EMAIL',
            receiver: 'ann@example.com',
            sender_item_id: 'p1',
            amount: { value: '12.34', currency: 'USD' },
          },
        },
        { payout_item: { amount: { value: '500', currency: 'JPY' } } },
      ],
    });
    const webhook = first(await receivedBy(sandbox, 'walletco', 2));
    const event = first(eventsOf([webhook]));
    expect(event).toMatchObject({
      event_type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
      resource_type: 'payouts_item',
    });
    expect(settled.items).toContainEqual(event.resource);
    const { headers } = webhook;
    const signed = `${headers['walletco-transmission-id']!}|${headers['walletco-transmission-time']!}|${webhook.body}`;
    expect(headers['walletco-transmission-sig']).toBe(
      createHmac('sha256', sandbox.keys.walletcoWebhookSecret).update(signed).digest('hex'),
    );
  });

  it('is refused as a duplicate that names the first one, even by racing calls, for 30 days', async () => {
    const racing = Array.from({ length: 10 }, () => walletco.payOut('batch-1', [ANN]));
    const answers = await Promise.all(racing);
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    const batchId = made!.body.batch_header.payout_batch_id;
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject({
        status: 400,
        body: {
          name: 'DUPLICATE_REQUEST',
          payout_batch_id: batchId,
          links: [{ href: `/walletco/v1/payments/payouts/${batchId}` }],
          details: [{ field: 'sender_batch_header.sender_batch_id' }],
        },
      });
    }
    nowOffsetMs = 30 * DAY_MS + 1000;
    walletco = await walletcoClient(sandbox);
    expect((await walletco.payOut('batch-1', [ANN])).status).toBe(201);
  });

  it.each([
    [{ receiver: 'nobody' }, 'items[1].receiver'],
    [{ ...ANN, value: '1.005' }, 'items[1].amount.value'],
    [{ ...ANN, value: '0' }, 'items[1].amount.value'],
    [{ ...ANN, value: '-1' }, 'items[1].amount.value'],
    [{ ...ANN, value: 'ten' }, 'items[1].amount.value'],
    [{ ...ANN, value: '1.0', currency: 'JPY' }, 'items[1].amount.value'],
    [{ ...ANN, currency: 'ABC' }, 'items[1].amount.currency'],
    [{ ...ANN, sender_item_id: 'payout-0' }, 'items[1].sender_item_id'],
  ])('is refused as a whole where an item is wrong: %p', async (item, field) => {
    const refused = await walletco.payOut('batch-1', [ANN, item]);
    expect(refused).toMatchObject({
      status: 400,
      body: { name: 'VALIDATION_ERROR', debug_id: expect.any(String), details: [{ field }] },
    });
    expect((await walletco.payOut('batch-1', [ANN])).status).toBe(201);
  });

  it('holds 1 to 500 items', async () => {
    const items = (count: number) => Array.from({ length: count }, () => ANN);
    expect((await walletco.payOut('none', [])).status).toBe(400);
    expect((await walletco.payOut('many', items(501))).status).toBe(400);
    const { body } = await walletco.payOut('full', items(500));
    const settled = await walletco.settled(body.batch_header.payout_batch_id);
    expect(settled.items).toHaveLength(500);
    await receivedBy(sandbox, 'walletco', 500);
  });

  it('is found by its sender_batch_id and read page by page', async () => {
    await walletco.payOut('other', [ANN]);
    const { body } = await walletco.payOut('batch-1', [ANN, ANN, ANN]);
    const batchId = body.batch_header.payout_batch_id;
    const found = await walletco.get('/payments/payouts?sender_batch_id=batch-1');
    expect(found.body).toMatchObject({
      batches: [{ payout_batch_id: batchId }],
      total_items: 1,
      total_pages: 1,
    });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await walletco.get(`/payments/payouts?start_time=${later}`)).body.batches).toEqual([]);
    expect((await walletco.get(`/payments/payouts?end_time=${later}`)).body.total_items).toBe(2);
    const page = await walletco.get(`/payments/payouts/${batchId}?page=2&page_size=2`);
    expect(page.body).toMatchObject({ total_items: 3, total_pages: 2 });
    expect(page.body.items).toHaveLength(1);
    expect((await walletco.get('/payments/payouts?sender_batch_id[$ne]=x')).status).toBe(400);
  });
});

describe('names with a meaning', () => {
  it.each([
    ['declined', ['FAILED'], 'RECEIVER_DECLINED'],
    ['Declined', ['FAILED'], 'RECEIVER_DECLINED'],
    ['blocked', ['BLOCKED'], 'RECEIVER_BLOCKED'],
    ['reversed', ['SUCCEEDED', 'REVERSED'], null],
    ['refunded', ['SUCCEEDED', 'REFUNDED'], null],
    ['onhold', ['HELD', 'SUCCEEDED'], null],
    ['returned', ['UNCLAIMED', 'RETURNED'], null],
    ['constructor', ['SUCCEEDED'], null],
    ['declined+shop', ['SUCCEEDED'], null],
  ])('%s@ brings %p', async (name, suffixes, error) => {
    await walletco.payOut('batch-1', [{ receiver: `${name}@example.com` }]);
    const webhooks = await receivedBy(sandbox, 'walletco', suffixes.length);
    const events = eventsOf(webhooks);
    const types = suffixes.map((suffix) => `PAYMENT.PAYOUTS-ITEM.${suffix}`);
    expect(events.map(({ event_type: type }) => type).sort()).toEqual(types.sort());
    expect(events.map(({ resource }) => resource.errors?.name ?? null)).toContain(error);
  });

  it('temporary@ fails once per sender_item_id and then works', async () => {
    const outcome = async (batch: string, payout: string): Promise<unknown> => {
      const receiver = 'temporary@example.com';
      const { body } = await walletco.payOut(batch, [{ receiver, sender_item_id: payout }]);
      const item = first((await walletco.settled(body.batch_header.payout_batch_id)).items);
      return [item.transaction_status, item.errors?.name];
    };
    expect(await outcome('b1', 'p1')).toEqual(['FAILED', 'TEMPORARY_ERROR']);
    expect(await outcome('b2', 'p1')).toEqual(['SUCCESS', undefined]);
    expect(await outcome('b3', 'p2')).toEqual(['FAILED', 'TEMPORARY_ERROR']);
  });

  it('slow@ makes its batch answer late, while it is recorded at once', async () => {
    sandbox.settings.slow_ms = 600;
    const started = Date.now();
    const answer = walletco.payOut('batch-1', [ANN, { receiver: 'slow@example.com' }]);
    const found = await eventually(async () => {
      const { body } = await walletco.get('/payments/payouts?sender_batch_id=batch-1');
      return body.batches[0];
    });
    const again = await walletco.payOut('batch-1', [ANN]);
    expect(again.body.payout_batch_id).toBe(found.payout_batch_id);
    expect((await answer).status).toBe(201);
    expect(Date.now() - started).toBeGreaterThanOrEqual(590);
  });

  it('unclaimed@ waits until it is cancelled, which sends the money back; pending@ stays', async () => {
    const { body } = await walletco.payOut('batch-1', [
      { receiver: 'unclaimed@example.com' },
      { receiver: 'pending@example.com' },
    ]);
    const path = `/payments/payouts/${body.batch_header.payout_batch_id}`;
    const [unclaimed, pending] = (await walletco.get(path)).body.items as [WireBody, WireBody];
    const cancelOf = (item: WireBody) => `/payments/payouts-item/${item.payout_item_id}/cancel`;
    expect((await walletco.post(cancelOf(pending))).body.name).toBe('ITEM_NOT_UNCLAIMED');
    await walletco.reach(unclaimed.payout_item_id, 'UNCLAIMED');
    const cancelled = await walletco.post(cancelOf(unclaimed));
    expect(cancelled).toMatchObject({ status: 200, body: { transaction_status: 'RETURNED' } });
    expect((await walletco.post(cancelOf(unclaimed))).status).toBe(400);
    const left = await walletco.get(`/payments/payouts-item/${pending.payout_item_id}`);
    expect(left.body.transaction_status).toBe('PENDING');
    expect((await walletco.get(path)).body.batch_header.batch_status).toBe('PROCESSING');
  });
});

describe('the statement', () => {
  it('sums to what was paid and not given back', async () => {
    const { body } = await walletco.payOut('batch-1', [
      { ...ANN, value: '5.00' },
      { receiver: 'declined@example.com', value: '7.00' },
      { receiver: 'reversed@example.com', value: '9.00' },
    ]);
    const { items } = await walletco.settled(body.batch_header.payout_batch_id);
    await walletco.reach(items[2]!.payout_item_id, 'REVERSED');
    const { transactions, total_items: total } = (await walletco.get('/reporting/transactions'))
      .body;
    expect(total).toBe(5);
    const sum = transactions.reduce((left, { amount }) => left + Number(amount.value), 0);
    expect(sum).toBe(-5);
    expect(transactions.at(-1)).toMatchObject({
      type: 'PAYOUT',
      amount: { value: '-5.00', currency: 'USD' },
      payout_item_id: items[0]!.payout_item_id,
      payout_batch_id: body.batch_header.payout_batch_id,
      sender_item_id: 'payout-0',
    });
  });
});

describe('signing in', () => {
  const base = () => `${sandbox.urls.walletco}/v1`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = (secret: string) => `Basic ${Buffer.from(secret).toString('base64')}`;

  it('needs the client id and secret and the grant type', async () => {
    const url = `${base()}/oauth2/token`;
    const wrong = { ...form, authorization: basic('sandbox-walletco-client:wrong') };
    const refused = await call('POST', url, 'grant_type=client_credentials', wrong);
    expect(refused).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } });
    expect((await call('POST', url, 'grant_type=client_credentials', form)).status).toBe(401);
    const right = basic('sandbox-walletco-client:sandbox-walletco-secret');
    const other = await call('POST', url, 'grant_type=password', { ...form, authorization: right });
    expect(other).toMatchObject({ status: 400, body: { name: 'UNSUPPORTED_GRANT_TYPE' } });
  });

  it('ends after an hour, and a made-up or stretched token is none', async () => {
    nowOffsetMs = 3601 * 1000;
    const late = await walletco.payOut('batch-1', [ANN]);
    expect(late).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } });
    for (const token of ['made-up', '99999999999.0000', '']) {
      const authorization = `Bearer ${token}`;
      const url = `${base()}/payments/payouts`;
      const answer = await call('POST', url, batchBody('batch-1', [ANN]), { authorization });
      expect(answer.status).toBe(401);
    }
  });
});

describe('paths', () => {
  it('answer 404 and 405 in the own shape, and events are listed with their delivery', async () => {
    expect((await walletco.get('/nothing')).body.name).toBe('UNKNOWN_PATH');
    expect((await walletco.get('/payments/payouts/batch_1')).body.name).toBe('RESOURCE_NOT_FOUND');
    expect((await walletco.get('/payments/payouts-item/item_1')).status).toBe(404);
    expect((await walletco.post('/reporting/transactions')).status).toBe(405);
    await walletco.payOut('batch-1', [ANN]);
    const events = await eventually(async () => {
      const { body } = await walletco.get('/notifications/webhooks-events');
      return body.events[0]?.delivery.state === 'delivered' ? body.events : undefined;
    });
    expect(events).toMatchObject([{ delivery: { attempts: 1 }, resource_type: 'payouts_item' }]);
  });
});
