import { createHmac, randomUUIDv7 } from 'node:crypto';
import { HOUR_MS } from '@tributary/units';
import { gatewayFetch } from '@tributary/testing';
import { cardprocConformance } from '../../testing/cardproc-conformance.ts';
import { walletcoConformance } from '../../testing/walletco-conformance.ts';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

const ACCOUNTS = '/api/payouts/accounts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout();
});
afterAll(() => payout.close());

/** The exact fields of an error. */
const SHAPE = ['detail', 'error', 'message'];

describe('a callback', () => {
  const rawBody = JSON.stringify({ type: 'transfer.paid', data: { object: {} } });
  const send = async (provider: string, headers: Record<string, string>, body = rawBody) => {
    const url = `${payout.service.url}/api/payouts/callbacks/${provider}`;
    return (await gatewayFetch('payout', url, { method: 'POST', body, headers })).status;
  };
  const hexOf = (secret: string, text: string) =>
    createHmac('sha256', secret).update(text).digest('hex');

  it('with a bad signature, a stale time, a changed body or an unknown provider is refused', async () => {
    const { cardprocWebhookSecret: card, walletcoWebhookSecret: wallet } = payout.sandbox.keys;
    const [now, old] = [Date.now(), Date.now() - 301_000];
    const cardAt = (ms: number, secret = card) => {
      const time = String(Math.floor(ms / 1000));
      return { 'cardproc-signature': `t=${time},v1=${hexOf(secret, `${time}.${rawBody}`)}` };
    };
    const walletAt = (ms: number, secret = wallet) => {
      const time = new Date(ms).toISOString();
      return {
        'walletco-transmission-id': 'x',
        'walletco-transmission-time': time,
        'walletco-transmission-sig': hexOf(secret, `x|${time}|${rawBody}`),
      };
    };
    expect(await send('cardproc_connect', cardAt(now))).toBe(200);
    const statuses = [
      await send('cardproc_connect', {}),
      await send('cardproc_connect', cardAt(now, 'wrong')),
      await send('cardproc_connect', cardAt(old)),
      await send('cardproc_connect', cardAt(now), `${rawBody} `),
      await send('cardproc_connect', walletAt(now)),
      await send('walletco_payouts', {}),
      await send('walletco_payouts', walletAt(now, 'wrong')),
      await send('walletco_payouts', walletAt(old)),
      await send('walletco_payouts', cardAt(now)),
    ];
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await send('nobody', cardAt(now))).toBe(404);
  });

  it('on an account that is forged or stale changes nothing and gets the reason', async () => {
    const who = { id: randomUUIDv7(), role: 'affiliate' } as const;
    const name = `acct_${randomUUIDv7().replaceAll('-', '')}`;
    const id = await payout.openAccount(who, name);
    // The card processor does not pay to it yet, so querying it would change the account.
    await payout.callProvider(`/v1/accounts/${name}/verification`, {});
    const content = {
      type: 'account.updated',
      data: { object: { id: name, payouts_enabled: false } },
    };
    const body = JSON.stringify(content);
    const by = (at: number) => cardprocConformance.signed(body, new Date(at), payout.sandbox);
    const stranger = { ...payout.sandbox, keys: { ...payout.sandbox.keys } };
    stranger.keys.cardprocWebhookSecret = 'guessed';
    const wrong = [
      {},
      by(Date.now() - 301_000),
      // So far ahead that it is still too early when a slow machine sends it.
      by(Date.now() + 400_000),
      cardprocConformance.signed(body, new Date(), stranger),
      cardprocConformance.signed(`${body} `, new Date(), payout.sandbox),
    ];
    const url = `${payout.service.url}/api/payouts/callbacks/cardproc_connect`;
    const changesOf = async () =>
      (await payout.call('GET', `${ACCOUNTS}/${id}/changes`, { who })).body;
    const before = await changesOf();
    for (const headers of wrong) {
      const answer = await gatewayFetch('payout', url, { method: 'POST', headers, body });
      const error = (await answer.json()) as { error: string };
      expect([answer.status, error.error]).toEqual([401, 'invalid_signature']);
      expect(Object.keys(error).sort()).toEqual(SHAPE);
    }
    expect(await changesOf()).toEqual(before);
  });

  it.each([
    ['cardproc_connect', cardprocConformance],
    ['walletco_payouts', walletcoConformance],
  ] as const)(
    'of %s on a payout that is forged or stale moves no money and gets the reason',
    async (provider, given) => {
      // Only a callback can report the payment as paid.
      payout.sandbox.settings.settle_ms = HOUR_MS;
      const ann = await payout.anAffiliate(given.destination('forged'), 6_000);
      const { payout_id: payoutId } = (await payout.request(ann, 60)).body;
      await payout.settled(payoutId, 'in_transit');
      payout.sandbox.settings.settle_ms = 100;
      const order = { payoutId, key: `${payoutId}-0`, netMinor: 5_960, currency: 'USD' };
      const paid = { ...order, destination: given.destination('forged'), checkBeforeRetry: false };
      const body = JSON.stringify(given.paidCallback(paid));
      const guessed = { ...payout.sandbox.keys };
      guessed.cardprocWebhookSecret = guessed.walletcoWebhookSecret = 'guessed';
      const now = Date.now();
      const wrong = [
        {},
        given.signed(body, new Date(now - 301_000), payout.sandbox),
        given.signed(body, new Date(now + 900_000), payout.sandbox),
        given.signed(body, new Date(now), { ...payout.sandbox, keys: guessed }),
        given.signed(`${body} `, new Date(now), payout.sandbox),
      ];
      const url = `${payout.service.url}/api/payouts/callbacks/${provider}`;
      for (const headers of wrong) {
        const answer = await gatewayFetch('payout', url, { method: 'POST', headers, body });
        const error = (await answer.json()) as { error: string };
        expect([answer.status, error.error]).toEqual([401, 'invalid_signature']);
        expect(Object.keys(error).sort()).toEqual(SHAPE);
      }
      const { body: still } = await payout.call('GET', `/api/payouts/${payoutId}`, {
        who: ann.who,
      });
      expect(still.payout.status).toBe('in_transit');
      const asBefore = { availableMinor: 0, reservedMinor: 6_000, paidMinor: 0 };
      expect(payout.ledger.balance(ann.id)).toEqual(asBefore);
      // The same body with a valid signature is applied, so only the signatures were wrong.
      const headers = given.signed(body, new Date(), payout.sandbox);
      expect((await gatewayFetch('payout', url, { method: 'POST', headers, body })).status).toBe(
        200,
      );
      await payout.settled(payoutId, 'completed');
    },
  );

  it('with a valid signature and an unexpected content is refused', async () => {
    for (const body of ['', 'no JSON', '[]', '{"type":1}']) {
      const headers = cardprocConformance.signed(body, new Date(), payout.sandbox);
      const url = `${payout.service.url}/api/payouts/callbacks/cardproc_connect`;
      const answer = await gatewayFetch('payout', url, { method: 'POST', headers, body });
      expect([body, answer.status, await answer.json()]).toMatchObject([
        body,
        400,
        { error: 'malformed_callback' },
      ]);
    }
  });
});
