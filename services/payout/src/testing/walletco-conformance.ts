import { createHmac } from 'node:crypto';
import { formatAmount } from '@tributary/money';
import { type ProviderConformance } from './provider-conformance.ts';
import { openProviderHttp } from '../clients/providers/http.ts';
import { openWalletco } from '../clients/providers/walletco/walletco.ts';

/** The wallet in the conformance suite. */
export const walletcoConformance: ProviderConformance = {
  name: 'walletco',
  open: ({ urls, keys }) => {
    const http = openProviderHttp(urls.walletco, { timeoutMs: 2_000 });
    const provider = openWalletco(http, {
      clientId: keys.walletcoClientId,
      clientSecret: keys.walletcoClientSecret,
      webhookSecret: keys.walletcoWebhookSecret,
    });
    return { provider, close: () => http.close() };
  },
  destination: (meaning) => `${meaning}@example.com`,
  createCall: 'walletco.payouts.create',
  paymentsOf: async ({ key }, { urls, keys }) => {
    const { walletcoClientId: id, walletcoClientSecret: secret } = keys;
    const answer = await fetch(`${urls.walletco}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const url = `${urls.walletco}/v1/payments/payouts?sender_batch_id=${key}`;
    const found = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return ((await found.json()) as { batches: unknown[] }).batches.length;
  },
  signed: (rawBody, at, { keys }) => {
    const [id, time] = ['wt_1', at.toISOString()];
    const hmac = createHmac('sha256', keys.walletcoWebhookSecret);
    return {
      'walletco-transmission-id': id,
      'walletco-transmission-time': time,
      'walletco-transmission-sig': hmac.update(`${id}|${time}|${rawBody}`).digest('hex'),
    };
  },
  paidCallback: ({ payoutId, key, netMinor, currency }) => ({
    resource_type: 'payouts_item',
    resource: {
      payout_item_id: 'item_1',
      payout_batch_id: 'batch_1',
      transaction_id: 'wtx_1',
      transaction_status: 'SUCCESS',
      errors: null,
      sender_batch_id: key,
      payout_item: {
        sender_item_id: payoutId,
        amount: { value: formatAmount(netMinor, currency), currency },
      },
    },
  }),
};
