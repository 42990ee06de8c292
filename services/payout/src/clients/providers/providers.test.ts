import { randomUUIDv7 } from 'node:crypto';
import { openSandbox, type Sandbox } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import { type ProviderConformance } from '../../testing/provider-conformance.ts';
import { cardprocConformance } from '../../testing/cardproc-conformance.ts';
import { type ProviderPayment } from '../../domain/reconciliation.ts';
import { type PaymentOrder } from './provider.ts';
import { walletcoConformance } from '../../testing/walletco-conformance.ts';

type FaultMode = 'error_after' | 'error_before' | 'timeout_after' | 'timeout_before';

// Nobody listens for callbacks here.
const NOBODY = 'http://127.0.0.1:9/';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What every provider's adapter must do, whatever its provider calls it. */
function conformingProvider(given: ProviderConformance): void {
  const { name, destination } = given;
  let sandbox: Sandbox;
  let opened: ReturnType<ProviderConformance['open']>;
  beforeAll(async () => {
    sandbox = await openSandbox({
      ports: { http: 0, smtp: 0 },
      settings: { settle_ms: 50, cardproc_callback_url: NOBODY, walletco_callback_url: NOBODY },
      log,
    });
    opened = given.open(sandbox);
  });
  afterAll(async () => {
    await opened.close();
    await sandbox.close();
  });
  const provider = () => opened.provider;
  const paymentsOf = (asked: PaymentOrder) => given.paymentsOf(asked, sandbox);
  const order = (meaning: string, more: Partial<PaymentOrder> = {}): PaymentOrder => {
    const payoutId = randomUUIDv7();
    return {
      payoutId,
      key: `${payoutId}-0`,
      destination: destination(meaning),
      netMinor: 9_735,
      currency: 'USD',
      checkBeforeRetry: false,
      ...more,
    };
  };
  const fault = async (mode: FaultMode) => {
    const rule = { target: given.createCall, mode, ms: 0 };
    const headers = { 'content-type': 'application/json' };
    const url = `${sandbox.urls.http}/faults`;
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(rule) });
  };
  const outcomeOf = async (asked: PaymentOrder, state: string) => {
    const submitted = await provider().submit(asked);
    return eventually(async () => {
      const outcome = await provider().checkPayment(asked, submitted);
      return outcome.state === state && outcome;
    });
  };

  describe(name, () => {
    it('pays, and tells under which of its ids', async () => {
      const asked = order('fine');
      expect(await provider().submit(asked)).toMatchObject({ state: 'pending' });
      const paid = await outcomeOf(asked, 'paid');
      expect(paid).toMatchObject({ transactionId: expect.any(String), failureReason: null });
      expect(await paymentsOf(asked)).toBe(1);
    });

    it('tells a failure for good from one for now', async () => {
      const declined = await outcomeOf(order('declined'), 'failed');
      expect(declined).toMatchObject({
        failureReason: expect.stringContaining('declined'),
        failureIsTemporary: false,
      });
      const first = order('temporary');
      expect(await outcomeOf(first, 'failed')).toMatchObject({ failureIsTemporary: true });
      await outcomeOf({ ...first, key: `${first.payoutId}-1` }, 'paid');
    });

    it('sees a payment that was taken back', async () => {
      await outcomeOf(order('reversed'), 'reversed');
    });

    it('makes one payment per key, however often it is asked', async () => {
      const asked = order('fine');
      await Promise.all([provider().submit(asked), provider().submit(asked)]);
      await provider().submit({ ...asked, checkBeforeRetry: true });
      expect(await paymentsOf(asked)).toBe(1);
    });

    it.each(['error_after', 'error_before', 'timeout_after', 'timeout_before'] as const)(
      'has an unknown outcome after %s, and the same order finds or makes the payment',
      async (mode) => {
        const asked = order('fine');
        await fault(mode);
        await expect(provider().submit(asked)).rejects.toMatchObject({ kind: 'unavailable' });
        expect(await paymentsOf(asked)).toBe(mode.endsWith('after') ? 1 : 0);
        await outcomeOf(asked, 'paid');
        expect(await paymentsOf(asked)).toBe(1);
      },
    );

    it('finds a payment whose key the provider has forgotten, or has with another content', async () => {
      const asked = order('fine');
      await provider().submit(asked);
      const changed = { ...asked, netMinor: asked.netMinor + 1 };
      await provider().submit(changed);
      await provider().submit({ ...changed, checkBeforeRetry: true });
      expect(await paymentsOf(asked)).toBe(1);
    });

    it('knows a refusal from an answer that is unclear', async () => {
      const refused = await provider().submit(order('fine', { destination: 'nonsense' }));
      expect(refused).toMatchObject({ state: 'failed', transactionId: null, batchId: null });
      const nowhere = { transactionId: 'nothing', batchId: 'nothing', itemId: null };
      await expect(provider().checkPayment(order('fine'), nowhere)).rejects.toMatchObject({
        kind: 'unavailable',
      });
    });

    it('lists what was made since a time, as it stands, with whose it is', async () => {
      const since = new Date();
      const [fine, declined] = [order('fine'), order('declined')];
      await outcomeOf(fine, 'paid');
      await outcomeOf(declined, 'failed');
      const listed = new Map<string | null, ProviderPayment>();
      for await (const one of provider().listPayments(since)) listed.set(one.payoutId, one);
      expect(listed.get(fine.payoutId)).toMatchObject({
        key: fine.key,
        amountMinor: 9_735,
        currency: 'USD',
        outcome: { state: 'paid' },
      });
      expect(listed.get(declined.payoutId)?.outcome.state).toBe('failed');
      const later = provider().listPayments(new Date(Date.now() + 60_000));
      for await (const one of later) throw new Error(`listed ${String(one.payoutId)}`);
    });

    describe('a group, where the provider takes one,', () => {
      const group = async (key: string, orders: readonly PaymentOrder[]) => {
        const submit = provider().submitGroup;
        return submit === undefined ? undefined : submit(key, orders);
      };
      const groupOf = (...meanings: string[]) => {
        const key = randomUUIDv7();
        return { key, orders: meanings.map((meaning) => order(meaning, { key })) };
      };

      it('is paid payout by payout, each with its own outcome, and once however often given', async () => {
        const { key, orders } = groupOf('fine', 'declined', 'other');
        const [first] = await Promise.all([group(key, orders), group(key, orders)]);
        if (first === undefined) return;
        expect(first.kind === 'accepted' && [...first.outcomes.keys()].sort()).toEqual(
          orders.map(({ payoutId }) => payoutId).sort(),
        );
        const states = await Promise.all(
          orders.map((one, index) => outcomeOf(one, index === 1 ? 'failed' : 'paid')),
        );
        expect(new Set(states.map(({ batchId }) => batchId)).size).toBe(1);
        expect(await paymentsOf(orders[0]!)).toBe(1);
      });

      it('is refused as a whole where one of it is wrong, and then nothing was made', async () => {
        const { key, orders } = groupOf('fine');
        const wrong = order('fine', { key, destination: 'nonsense' });
        const answer = await group(key, [...orders, wrong]);
        if (answer === undefined) return;
        expect(answer).toEqual({ kind: 'refused' });
        expect(await paymentsOf(orders[0]!)).toBe(0);
      });

      it('has an unknown outcome after a lost answer, and is found by the same call', async () => {
        if (provider().submitGroup === undefined) return;
        const { key, orders } = groupOf('fine', 'other');
        await fault('timeout_after');
        await expect(group(key, orders)).rejects.toMatchObject({ kind: 'unavailable' });
        expect(await group(key, orders)).toMatchObject({ kind: 'accepted' });
        expect(await paymentsOf(orders[0]!)).toBe(1);
      });
    });

    it('reads callbacks that are signed and fresh, and no others', () => {
      const asked = order('fine');
      const rawBody = JSON.stringify(given.paidCallback(asked));
      const now = new Date();
      const read = (at: Date, body = rawBody) =>
        provider().parseCallback({
          headers: given.signed(rawBody, at, sandbox),
          rawBody: body,
          now,
        });
      expect(read(now)).toMatchObject({
        kind: 'payment',
        payoutId: asked.payoutId,
        key: asked.key,
        outcome: { state: 'paid' },
      });
      const refusal = 'The signature is missing or wrong';
      expect(() => provider().parseCallback({ headers: {}, rawBody, now })).toThrow(refusal);
      expect(() => read(new Date(now.getTime() - 301_000))).toThrow(refusal);
      expect(() => read(new Date(now.getTime() + 301_000))).toThrow(refusal);
      expect(() => read(now, `${rawBody} `)).toThrow(refusal);
    });
  });
}

for (const given of [cardprocConformance, walletcoConformance]) conformingProvider(given);
