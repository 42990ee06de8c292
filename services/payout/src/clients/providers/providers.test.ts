import { randomUUIDv7 } from 'node:crypto';
import { openSandbox, type Sandbox } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import { type ProviderConformance } from '../../testing/provider-conformance.ts';
import { cardprocConformance } from '../../testing/cardproc-conformance.ts';
import { type ProviderPayment } from '../../domain/reconciliation.ts';
import { type PaymentOrder } from './provider.ts';
import { walletcoConformance } from '../../testing/walletco-conformance.ts';

type FaultMode = 'error_after' | 'error_before' | 'timeout_after' | 'timeout_before';

// These tests receive no callbacks.
const NO_RECEIVER = 'http://127.0.0.1:9/';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What every provider's adapter must do. */
function conformingProvider(given: ProviderConformance): void {
  const { name, destination } = given;
  let sandbox: Sandbox;
  let opened: ReturnType<ProviderConformance['open']>;
  beforeAll(async () => {
    sandbox = await openSandbox({
      ports: { http: 0, smtp: 0 },
      settings: {
        settle_ms: 50,
        cardproc_callback_url: NO_RECEIVER,
        walletco_callback_url: NO_RECEIVER,
      },
      log,
    });
    opened = given.open(sandbox);
  });
  afterAll(async () => {
    await opened.close();
    await sandbox.close();
  });
  const provider = () => opened.provider;
  const paymentsOf = (made: PaymentOrder) => given.paymentsOf(made, sandbox);
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
  const outcomeOf = async (made: PaymentOrder, state: string) => {
    const submitted = await provider().submit(made);
    return eventually(async () => {
      const outcome = await provider().checkPayment(made, submitted);
      return outcome.state === state && outcome;
    });
  };

  describe(name, () => {
    it('pays, and reports its ids', async () => {
      const payment = order('fine');
      expect(await provider().submit(payment)).toMatchObject({ state: 'pending' });
      const paid = await outcomeOf(payment, 'paid');
      expect(paid).toMatchObject({ transactionId: expect.any(String), failureReason: null });
      expect(await paymentsOf(payment)).toBe(1);
    });

    it('distinguishes permanent from temporary failures', async () => {
      const declined = await outcomeOf(order('declined'), 'failed');
      expect(declined).toMatchObject({
        failureReason: expect.stringContaining('declined'),
        failureIsTemporary: false,
      });
      const first = order('temporary');
      expect(await outcomeOf(first, 'failed')).toMatchObject({ failureIsTemporary: true });
      await outcomeOf({ ...first, key: `${first.payoutId}-1` }, 'paid');
    });

    it('reports a payment that was reversed', async () => {
      await outcomeOf(order('reversed'), 'reversed');
    });

    it('makes one payment per key, however often it is submitted', async () => {
      const payment = order('fine');
      await Promise.all([provider().submit(payment), provider().submit(payment)]);
      await provider().submit({ ...payment, checkBeforeRetry: true });
      expect(await paymentsOf(payment)).toBe(1);
    });

    it.each(['error_after', 'error_before', 'timeout_after', 'timeout_before'] as const)(
      'has an unknown outcome after %s, and the same order finds or makes the payment',
      async (mode) => {
        const payment = order('fine');
        await fault(mode);
        await expect(provider().submit(payment)).rejects.toMatchObject({ kind: 'unavailable' });
        expect(await paymentsOf(payment)).toBe(mode.endsWith('after') ? 1 : 0);
        await outcomeOf(payment, 'paid');
        expect(await paymentsOf(payment)).toBe(1);
      },
    );

    it('finds a payment whose key the provider has forgotten, or has used with another content', async () => {
      const payment = order('fine');
      await provider().submit(payment);
      const changed = { ...payment, netMinor: payment.netMinor + 1 };
      await provider().submit(changed);
      await provider().submit({ ...changed, checkBeforeRetry: true });
      expect(await paymentsOf(payment)).toBe(1);
    });

    it('distinguishes a refusal from an unclear response', async () => {
      const refused = await provider().submit(order('fine', { destination: 'nonsense' }));
      expect(refused).toMatchObject({ state: 'failed', transactionId: null, batchId: null });
      const nowhere = { transactionId: 'nothing', batchId: 'nothing', itemId: null };
      await expect(provider().checkPayment(order('fine'), nowhere)).rejects.toMatchObject({
        kind: 'unavailable',
      });
    });

    it('lists payments since a time, with their payout and current outcome', async () => {
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

    describe('a group, where the provider accepts groups,', () => {
      const group = async (key: string, orders: readonly PaymentOrder[]) => {
        const submit = provider().submitGroup;
        return submit === undefined ? undefined : submit(key, orders);
      };
      const groupOf = (...meanings: string[]) => {
        const key = randomUUIDv7();
        return { key, orders: meanings.map((meaning) => order(meaning, { key })) };
      };

      it('is paid with an outcome per payout, and once however often it is submitted', async () => {
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

      it('is refused as a whole where one payment is invalid, and then none was made', async () => {
        const { key, orders } = groupOf('fine');
        const wrong = order('fine', { key, destination: 'nonsense' });
        const result = await group(key, [...orders, wrong]);
        if (result === undefined) return;
        expect(result).toEqual({ kind: 'refused' });
        expect(await paymentsOf(orders[0]!)).toBe(0);
      });

      it('has an unknown outcome after a lost response, and is found by the same call', async () => {
        if (provider().submitGroup === undefined) return;
        const { key, orders } = groupOf('fine', 'other');
        await fault('timeout_after');
        await expect(group(key, orders)).rejects.toMatchObject({ kind: 'unavailable' });
        expect(await group(key, orders)).toMatchObject({ kind: 'accepted' });
        expect(await paymentsOf(orders[0]!)).toBe(1);
      });
    });

    it('accepts only callbacks that are signed and fresh', () => {
      const payment = order('fine');
      const rawBody = JSON.stringify(given.paidCallback(payment));
      const now = new Date();
      const read = (at: Date, body = rawBody) =>
        provider().parseCallback({
          headers: given.signed(rawBody, at, sandbox),
          rawBody: body,
          now,
        });
      expect(read(now)).toMatchObject({
        kind: 'payment',
        payoutId: payment.payoutId,
        key: payment.key,
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
