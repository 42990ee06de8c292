import { randomUUIDv7 } from 'node:crypto';
import { openSandbox, type Sandbox } from '@tributary/sandbox';
import { eventually } from '@tributary/testing';
import { openCardproc } from './cardproc.ts';
import { openProviderHttp } from './http.ts';
import { type PaymentOrder, type Provider } from './provider.ts';
import { openWalletco } from './walletco.ts';

interface Conforming {
  readonly provider: () => Provider;
  /** The destination with this meaning, see the sandbox: `fine`, `declined`, `temporary`, `reversed`. */
  readonly destination: (meaning: string) => string;
  /** The name of the call that makes a payment, for faults. */
  readonly createCall: string;
  /** How many payments the provider's books have for an order. */
  readonly paymentsOf: (order: PaymentOrder) => Promise<number>;
}

type FaultMode = 'error_after' | 'error_before' | 'timeout_after' | 'timeout_before';

/** What every provider's adapter must do, whatever its provider calls it. */
function conformingProvider(name: string, given: Conforming): void {
  const { provider, destination, paymentsOf } = given;
  const order = (meaning: string, more: Partial<PaymentOrder> = {}): PaymentOrder => {
    const payoutId = randomUUIDv7();
    return {
      payoutId,
      key: `${payoutId}-0`,
      destination: destination(meaning),
      netMinor: 9_735,
      currency: 'USD',
      lookFirst: false,
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
      const outcome = await provider().look(asked, submitted);
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
      await provider().submit({ ...asked, lookFirst: true });
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
      await provider().submit({ ...changed, lookFirst: true });
      expect(await paymentsOf(asked)).toBe(1);
    });

    it('knows a refusal from an answer that is unclear', async () => {
      const refused = await provider().submit(order('fine', { destination: 'nonsense' }));
      expect(refused).toMatchObject({ state: 'failed', transactionId: null, batchId: null });
      const nowhere = { transactionId: 'nothing', batchId: 'nothing' };
      await expect(provider().look(order('fine'), nowhere)).rejects.toMatchObject({
        kind: 'unavailable',
      });
    });

    it('refuses callbacks without a signature', () => {
      const callback = { headers: {}, rawBody: '{}', now: new Date() };
      expect(() => provider().read(callback)).toThrow('The signature is missing or wrong');
    });
  });
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let sandbox: Sandbox;
let cardproc: Provider;
let walletco: Provider;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // Nobody listens for callbacks here.
  const callback = 'http://127.0.0.1:9/';
  sandbox = await openSandbox({
    ports: { http: 0, smtp: 0 },
    settings: { settle_ms: 50, cardproc_callback_url: callback, walletco_callback_url: callback },
    log,
  });
  const { urls, keys } = sandbox;
  const httpOf = (url: string) => {
    const http = openProviderHttp(url, 2_000);
    closing.push(() => http.close());
    return http;
  };
  cardproc = openCardproc(httpOf(urls.cardproc), {
    apiKey: keys.cardprocApiKey,
    webhookSecret: keys.cardprocWebhookSecret,
  });
  walletco = openWalletco(httpOf(urls.walletco), {
    clientId: keys.walletcoClientId,
    clientSecret: keys.walletcoClientSecret,
    webhookSecret: keys.walletcoWebhookSecret,
  });
});
afterAll(async () => {
  for (const close of closing) await close();
  await sandbox.close();
});

const booksOf = async (path: string, authorization: string): Promise<Record<string, unknown[]>> => {
  const response = await fetch(`${sandbox.urls.http}${path}`, { headers: { authorization } });
  return (await response.json()) as Record<string, unknown[]>;
};

conformingProvider('cardproc', {
  provider: () => cardproc,
  destination: (meaning) => `acct_${meaning}`,
  createCall: 'cardproc.transfers.create',
  paymentsOf: async ({ payoutId }) => {
    const path = `/cardproc/v1/transfers?metadata[payout_id]=${payoutId}`;
    return (await booksOf(path, `Bearer ${sandbox.keys.cardprocApiKey}`))['data']?.length ?? -1;
  },
});

conformingProvider('walletco', {
  provider: () => walletco,
  destination: (meaning) => `${meaning}@example.com`,
  createCall: 'walletco.payouts.create',
  paymentsOf: async ({ key }) => {
    const { walletcoClientId: id, walletcoClientSecret: secret } = sandbox.keys;
    const answer = await fetch(`${sandbox.urls.walletco}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const path = `/walletco/v1/payments/payouts?sender_batch_id=${key}`;
    return (await booksOf(path, `Bearer ${token}`))['batches']?.length ?? -1;
  },
});
