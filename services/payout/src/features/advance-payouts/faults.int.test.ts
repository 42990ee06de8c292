import { createHmac, randomUUIDv7 } from 'node:crypto';
import { eventually, gatewayFetch } from '@tributary/testing';
import { aPayout } from '../../testing/builders.ts';
import { type ResponseBody } from '../../testing/response-bodies.ts';
import { startProcess } from '../../testing/start-process.ts';
import { type Affiliate, type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({ RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' });
});
afterAll(() => payout.close());
afterEach(() => payout.atSandbox('DELETE', '/faults'));

const request = ({ who, accountId }: Affiliate, amount: number, base?: string) =>
  payout.call('POST', '/api/affiliate/payouts/request', {
    who,
    body: { amount, payment_method_id: accountId },
    ...(base === undefined ? {} : { base }),
  });

/** One payment, one settlement, each event once. */
const paidOnce = async (id: string) => {
  const done = await payout.settled(id, 'completed');
  expect(payout.ledger.effectsOf(id)).toEqual(['Reserve', 'Settle']);
  if (done.provider === 'cardproc_connect') expect(await payout.transfersOf(id)).toHaveLength(1);
  await eventually(() => {
    expect(payout.eventsOf(id)).toEqual([
      'payment.initiated.v1',
      'payment.processing.v1',
      'payment.completed.v1',
      'payout.completed.v1',
    ]);
    return true;
  });
};

const documentOf = (id: string) =>
  payout.service.platform.mongo.connection
    .collection<{ _id: string; attempts: number; dueAt: Date; step: string }>('payouts')
    .findOne({ _id: id });

describe('a payout that fails', () => {
  it.each(['acct_declined', 'declined@example.com'])(
    'permanently at %s is released and cannot be retried',
    async (destination) => {
      const ann = await payout.anAffiliate(destination, 6_000);
      const id = (await request(ann, 60)).body.payout_id;
      const failed = await payout.settled(id, 'failed');
      expect(failed).toMatchObject({
        failure_reason: expect.stringMatching(/declined/),
        can_retry: false,
        completed_at: null,
      });
      expect(payout.ledger.balance(ann.id).availableMinor).toBe(6_000);
      expect(payout.ledger.effectsOf(id)).toEqual(['Reserve', 'Release']);
      expect(await payout.call('POST', `/api/payouts/${id}/retry`, { who: ann.who })).toMatchObject(
        { status: 409, body: { error: 'payout_cannot_be_retried' } },
      );
      await eventually(() => {
        expect(payout.eventsOf(id)).toEqual([
          'payment.initiated.v1',
          'payment.processing.v1',
          'payment.failed.v1',
          'payout.failed.v1',
        ]);
        return true;
      });
    },
  );

  it.each(['acct_temporary', 'temporary@example.com'])(
    'temporarily at %s is paid by a retry with another key',
    async (destination) => {
      const ann = await payout.anAffiliate(destination, 6_000);
      const id = (await request(ann, 60)).body.payout_id;
      expect(await payout.settled(id, 'failed')).toMatchObject({ can_retry: true, retry_count: 0 });
      const retry = () => payout.call('POST', `/api/payouts/${id}/retry`, { who: ann.who });
      const stranger = { role: 'affiliate' as const };
      expect(
        (await payout.call('POST', `/api/payouts/${id}/retry`, { who: stranger })).status,
      ).toBe(404);

      // Another payout has the amount: the retry is refused and the payout unchanged.
      const other = randomUUIDv7();
      const all = { affiliateId: ann.id, amountMinor: 6_000, commissionIds: [] };
      payout.ledger.reserve({ payoutId: other, ...all });
      expect(await retry()).toMatchObject({ status: 400, body: { error: 'insufficient_balance' } });
      payout.ledger.release(other);
      const still = await eventually(async () => {
        const now = await payout.settled(id, 'failed');
        return now.can_retry && now;
      });
      expect(still.retry_count).toBe(0);

      expect(await retry()).toMatchObject({
        status: 200,
        body: { success: true, payout: { id, status: 'in_transit', retry_count: 1 } },
      });
      await payout.settled(id, 'completed');
      expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
      await eventually(() => {
        const events = payout.eventsOf(id);
        expect(events.filter((type) => type === 'payout.failed.v1')).toHaveLength(1);
        expect(events.filter((type) => type === 'payout.completed.v1')).toHaveLength(1);
        return true;
      });
    },
  );

  it.each(['acct_reversed', 'reversed@example.com'])(
    'after it was paid, at %s, is available again',
    async (destination) => {
      const ann = await payout.anAffiliate(destination, 6_000);
      const id = (await request(ann, 60)).body.payout_id;
      expect(await payout.settled(id, 'failed')).toMatchObject({
        failure_reason: 'reversed_by_provider',
        can_retry: false,
      });
      expect(payout.ledger.effectsOf(id)).toEqual(['Reserve', 'Settle', 'Restore']);
      expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 6_000, paidMinor: 0 });
      await eventually(() => {
        expect(payout.eventsOf(id).slice(2)).toEqual([
          'payment.completed.v1',
          'payout.completed.v1',
          'payment.refunded.v1',
        ]);
        return true;
      });
    },
  );
});

describe('a provider that fails', () => {
  it.each(['acct_slow', 'slow@example.com'])(
    'by responding too late at %s has made the payment once',
    async (destination) => {
      const ann = await payout.anAffiliate(destination, 6_000);
      await paidOnce((await request(ann, 60)).body.payout_id);
    },
  );

  it.each([
    ['cardproc.transfers.create', 'error_after', {}],
    ['cardproc.transfers.create', 'timeout_after', { ms: 0 }],
    ['cardproc.transfers.create', 'error_before', { status: 503, count: 2 }],
    ['walletco.payouts.create', 'error_after', {}],
    ['walletco.payouts.create', 'timeout_after', { ms: 0 }],
    ['walletco.oauth.token', 'error_before', {}],
  ])('at %s by %s gets the same order with the same key again', async (target, mode, more) => {
    const isCard = target.startsWith('cardproc');
    const ann = await payout.anAffiliate(isCard ? 'acct_fine' : 'ann@example.com', 6_000);
    await payout.fault(target, mode, more);
    await paidOnce((await request(ann, 60)).body.payout_id);
  });

  it('is retried with growing waits, which are stored', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    await payout.fault('cardproc.transfers.create', 'error_before', { count: 1_000 });
    const { payout_id: id } = (await request(ann, 60)).body;
    const waiting = await eventually(async () => {
      const found = await documentOf(id);
      return found !== null && found.attempts >= 2 && found;
    });
    expect(waiting.step).toBe('submitting');
    const { faults } = await payout.atSandbox('GET', '/faults');
    // Each call counts when it ends; another may be in progress.
    const hits = faults[0]?.hits ?? 0;
    const later = await documentOf(id);
    expect(hits).toBeGreaterThanOrEqual(waiting.attempts);
    expect(hits).toBeLessThanOrEqual((later?.attempts ?? 0) + 1);
    await payout.atSandbox('DELETE', '/faults');
    await paidOnce(id);
  });

  it('to call back is polled', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    await payout.fault('cardproc.callbacks', 'drop_callback', { count: 1 });
    await paidOnce((await request(ann, 60)).body.payout_id);
  });
});

describe('callbacks', () => {
  it.each(['duplicate_callback', 'reorder_callbacks'])(
    'that arrive by %s change nothing twice',
    async (mode) => {
      for (const target of ['cardproc.callbacks', 'walletco.callbacks']) {
        await payout.fault(target, mode, { count: 4, ms: 200 });
      }
      const affiliates = await Promise.all(
        ['acct_fine', 'ann@example.com', 'onhold@example.com'].map((destination) =>
          payout.anAffiliate(destination, 6_000),
        ),
      );
      const requested = await Promise.all(affiliates.map((one) => request(one, 60)));
      await Promise.all(requested.map(({ body }) => paidOnce(body.payout_id)));
    },
  );

  const callback = async (event: unknown, forge: { secret?: string; at?: number } = {}) => {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    const { secret = payout.sandbox.keys.cardprocWebhookSecret, at = Date.now() / 1000 } = forge;
    const time = String(Math.floor(at));
    const hex = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const url = `${payout.service.url}/api/payouts/callbacks/cardproc_connect`;
    const headers = { 'cardproc-signature': `t=${time},v1=${hex}` };
    return gatewayFetch('payout', url, { method: 'POST', body, headers });
  };
  const failedTransfer = (id: string, key: string) => ({
    type: 'transfer.failed',
    data: {
      object: {
        id: 'tr_forged',
        status: 'failed',
        failure_code: 'account_declined',
        metadata: { payout_id: id, key },
      },
    },
  });

  it('that are forged, old, about another attempt, or repeated late change nothing', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const { payout_id: id } = (await request(ann, 60)).body;
    const event = failedTransfer(id, `${id}-0`);
    const old = Date.now() / 1000 - 400;
    const statuses = [
      (await callback(event, { secret: 'another secret' })).status,
      (await callback(event, { at: old })).status,
      (await callback('{', {})).status,
      (await callback(failedTransfer(id, `${id}-7`))).status,
      (await callback({ type: 'something.new', data: { object: {} } })).status,
    ];
    expect(statuses).toEqual([401, 401, 400, 200, 200]);
    const unknown = `${payout.service.url}/api/payouts/callbacks/nobody`;
    expect((await gatewayFetch('payout', unknown, { method: 'POST', body: '{}' })).status).toBe(
      404,
    );
    await paidOnce(id);
    // Late and wrong: the payment was paid.
    expect((await callback(event)).status).toBe(200);
    await paidOnce(id);
  });

  it('of walletco need a valid signature as well', async () => {
    const url = `${payout.service.url}/api/payouts/callbacks/walletco_payouts`;
    const answer = await gatewayFetch('payout', url, {
      method: 'POST',
      body: '{}',
      headers: {
        'walletco-transmission-id': 'x',
        'walletco-transmission-time': new Date().toISOString(),
        'walletco-transmission-sig': 'a'.repeat(64),
      },
    });
    expect([answer.status, ((await answer.json()) as ResponseBody).error]).toEqual([
      401,
      'invalid_signature',
    ]);
  });
});

describe('a ledger that fails', () => {
  it.each(['before', 'after'] as const)(
    '%s it has reserved leaves no payout and nothing reserved',
    async (when) => {
      const ann = await payout.anAffiliate('acct_fine', 6_000);
      payout.ledger.fail('Reserve', when);
      expect((await request(ann, 60)).status).toBe(503);
      await eventually(async () => {
        const { connection } = payout.service.platform.mongo;
        const made = await connection.collection('payouts').findOne({ affiliateId: ann.id });
        return made?.['step'] === 'void';
      });
      expect(payout.ledger.balance(ann.id)).toMatchObject({
        availableMinor: 6_000,
        reservedMinor: 0,
      });
      const list = await payout.call('GET', '/api/payouts/list', { who: ann.who });
      expect(list.body).toMatchObject({ payouts: [], total: 0 });
      // The next request is not affected.
      await paidOnce((await request(ann, 60)).body.payout_id);
    },
  );

  it.each(['before', 'after'] as const)('%s it has settled settles once', async (when) => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    payout.ledger.fail('Settle', when);
    await paidOnce((await request(ann, 60)).body.payout_id);
  });

  it('after the reserve of a retry leaves the payout failed and retryable', async () => {
    const ann = await payout.anAffiliate('acct_temporary', 6_000);
    const { payout_id: id } = (await request(ann, 60)).body;
    await payout.settled(id, 'failed');
    payout.ledger.fail('Reserve', 'after');
    const retry = () => payout.call('POST', `/api/payouts/${id}/retry`, { who: ann.who });
    expect((await retry()).status).toBe(503);
    expect(payout.ledger.balance(ann.id).reservedMinor).toBe(6_000);
    await payout.service.platform.mongo.connection
      .collection<{ _id: string }>('payouts')
      .updateOne({ _id: id }, { $set: { dueAt: new Date() } });
    await eventually(() => payout.ledger.balance(ann.id).availableMinor === 6_000);
    const failed = await eventually(async () => {
      const now = await payout.settled(id, 'failed');
      return now.can_retry && now;
    });
    expect(failed.retry_count).toBe(0);
    expect((await retry()).body.payout.retry_count).toBe(1);
    await payout.settled(id, 'completed');
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, paidMinor: 6_000 });
  });
});

describe('many at once', () => {
  it('pay out the available balance and no more', async () => {
    const ann = await payout.anAffiliate('acct_fine', 50_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(ann, 50)));
    const made = answers.filter(({ status }) => status === 200);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error);
    expect([made.length, new Set(codes)]).toEqual([10, new Set(['insufficient_balance'])]);
    await Promise.all(made.map(({ body }) => payout.settled(body.payout_id, 'completed')));
    await eventually(() => payout.ledger.balance(ann.id).paidMinor === 50_000);
    expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 0, reservedMinor: 0 });
  });

  it('are submitted once by two instances over one database', async () => {
    const ann = await payout.anAffiliate('acct_fine', 60_000);
    const other = await payout.startAnother();
    const bases = [payout.service.url, other.url];
    const requested = await Promise.all(
      Array.from({ length: 12 }, (_, index) => request(ann, 50, bases[index % 2])),
    );
    await Promise.all(requested.map(({ body }) => paidOnce(body.payout_id)));
    await other.close();
  });
});

describe('a process that dies', () => {
  it('before the result of the reserve leaves nothing reserved', async () => {
    const ann = await payout.anAffiliate('acct_fine', 10_000);
    const made = aPayout({ affiliateId: ann.id, accountId: ann.accountId });
    payout.ledger.reserve({ ...made, payoutId: made.id });
    await payout.deps().payouts.insert(made, new Date());
    await eventually(async () => (await documentOf(made.id))?.step === 'void');
    expect(payout.ledger.balance(ann.id)).toMatchObject({
      availableMinor: 10_000,
      reservedMinor: 0,
    });
    const { status } = await payout.call('GET', `/api/payouts/${made.id}`, { who: ann.who });
    expect(status).toBe(404);
    expect(payout.eventsOf(made.id)).toEqual([]);
  });

  it('during a payment is followed by one that continues, and pays once', async () => {
    const ann = await payout.anAffiliate('acct_fine', 6_000);
    const hang = await payout.fault('cardproc.transfers.create', 'timeout_after', { count: 1 });
    // Only the victim may take the payout.
    await payout.service.workers.get('advance-payouts')?.stop();
    const victim = await startProcess({ ...payout.env, PROVIDER_TIMEOUT_MS: '60000' });
    const { payout_id: id } = (await request(ann, 60)).body;
    await eventually(async () => {
      const { faults } = await payout.atSandbox('GET', '/faults');
      return faults.some((one) => one.id === hang.id && one.hits === 1);
    });
    await victim.kill();
    const survivor = await payout.startAnother();
    await paidOnce(id);
    await survivor.close();
  }, 120_000);
});
