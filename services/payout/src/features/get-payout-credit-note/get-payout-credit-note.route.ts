import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { renderInvoice } from '../../workflows/render-invoice.ts';

/** Public, because browsers open the link without a bearer token; the link carries a token of its own. */
export const getPayoutCreditNoteRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutCreditNote',
    method: 'get',
    path: '/api/payouts/invoices/:payout_id/credit-note',
    summary: 'The credit note that cancels a payout’s invoice, as PDF',
    description:
      'Exists where the provider took the payment back after it had arrived. It names the invoice, has each of its lines with a negative amount, and has the next number of the affiliate’s credit notes, without gaps. The link, with its token, is `credit_note_url` in the payment history.',
    allow: 'public',
    params: z.object({ payout_id: z.uuid() }),
    query: z.strictObject({ token: z.string().max(100) }),
    errors: {
      invalid_token: 'The token is wrong, for another document, or has expired (401)',
      invoice_not_ready: 'The document is being made; retry (503)',
    },
    handle: ({ params, query }) =>
      renderInvoice(deps, { kind: 'credit-note', payoutId: params.payout_id }, query.token),
  });
