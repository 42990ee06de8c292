import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { showInvoice } from '../../workflows/render-invoice.ts';

/** Opened by browsers that have no token to send: the link carries one of its own. */
const linked = {
  allow: 'public',
  params: z.object({ payout_id: z.uuid() }),
  query: z.strictObject({ token: z.string().max(100) }),
  errors: {
    invalid_token: 'The token is wrong, of another document, or has ended (401)',
    invoice_not_ready: 'It is being made; come again (503)',
  },
} as const;

export const showInvoiceRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/payouts/invoices/:payout_id',
    summary: 'A payout’s invoice, as PDF',
    description:
      'The link, with its token, is `invoice_url` in the payment history. An invoice does not change once it is issued: where the provider took the payment back, a credit note cancels it.',
    ...linked,
    handle: ({ params, query }) =>
      showInvoice(deps)({ kind: 'invoice', payoutId: params.payout_id, token: query.token }),
  });

export const showCreditNoteRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/payouts/invoices/:payout_id/credit-note',
    summary: 'The credit note that cancels a payout’s invoice, as PDF',
    description:
      'There is one where the provider took the payment back after it had arrived. It names the invoice, has each of its lines below nought, and its number is the next of the affiliate’s credit notes, without gaps. The link, with its token, is `credit_note_url` in the payment history.',
    ...linked,
    handle: ({ params, query }) =>
      showInvoice(deps)({ kind: 'credit-note', payoutId: params.payout_id, token: query.token }),
  });
