import { createHmac } from 'node:crypto';
import { type ProviderConformance } from './provider-conformance.ts';
import { openProviderHttp } from '../clients/providers/http.ts';
import { openCardproc } from '../clients/providers/cardproc/cardproc.ts';

/** The card processor in the conformance suite. */
export const cardprocConformance: ProviderConformance = {
  name: 'cardproc',
  open: ({ urls, keys }) => {
    const http = openProviderHttp(urls.cardproc, { timeoutMs: 2_000 });
    const { cardprocApiKey: apiKey, cardprocWebhookSecret: webhookSecret } = keys;
    return { provider: openCardproc(http, { apiKey, webhookSecret }), close: () => http.close() };
  },
  destination: (meaning) => `acct_${meaning}`,
  createCall: 'cardproc.transfers.create',
  paymentsOf: async ({ payoutId }, { urls, keys }) => {
    const url = `${urls.cardproc}/v1/transfers?metadata[payout_id]=${payoutId}`;
    const headers = { authorization: `Bearer ${keys.cardprocApiKey}` };
    const { data } = (await (await fetch(url, { headers })).json()) as { data: unknown[] };
    return data.length;
  },
  signed: (rawBody, at, { keys }) => {
    const time = String(Math.floor(at.getTime() / 1000));
    const hmac = createHmac('sha256', keys.cardprocWebhookSecret);
    return {
      'cardproc-signature': `t=${time},v1=${hmac.update(`${time}.${rawBody}`).digest('hex')}`,
    };
  },
  paidCallback: ({ payoutId, key, netMinor, currency }) => ({
    type: 'transfer.paid',
    data: {
      object: {
        id: 'tr_1',
        amount: netMinor,
        currency,
        status: 'paid',
        failure_code: null,
        metadata: { payout_id: payoutId, key },
      },
    },
  }),
};
