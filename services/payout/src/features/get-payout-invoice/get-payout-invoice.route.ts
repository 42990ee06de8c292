import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { renderInvoice } from '../../workflows/render-invoice.ts';

/** Public, because browsers open the link without a bearer token; the link carries a token of its own. */
export const getPayoutInvoiceRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutInvoice',
    method: 'get',
    path: '/api/payouts/invoices/:payout_id',
    summary: 'A payout’s invoice, as PDF',
    description:
      'The link, with its token, is `invoice_url` in the payment history. An issued invoice does not change: where the provider took the payment back, a credit note cancels it.',
    allow: 'public',
    params: z.object({ payout_id: z.uuid() }),
    query: z.strictObject({ token: z.string().max(100) }),
    errors: {
      invalid_token: 'The token is wrong, for another document, or has expired (401)',
      invoice_not_ready: 'The document is being made; retry (503)',
    },
    handle: ({ params, query }) =>
      renderInvoice(deps, { kind: 'invoice', payoutId: params.payout_id }, query.token),
  });
