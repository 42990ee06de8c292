import { z } from 'zod';
import { pageRequestOf, route, wholeNumber } from '@tributary/service';
import { type LinkedDocument } from '../../clients/invoice-links.ts';
import { type Deps } from '../../deps.ts';
import { paymentSchema, paymentView } from '../../views/payout-view.ts';

const query = z.strictObject({
  page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
  page_size: wholeNumber({ min: 1, max: 100 }).default(20),
});

export const listPaymentsRoute = (deps: Deps) =>
  route({
    operationId: 'listPayments',
    method: 'get',
    path: '/api/commissions/payment-history',
    summary: 'Payments to the affiliate, newest first',
    description:
      'With links to the invoice and, where the provider took a payment back, the credit note.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query,
    response: z.object({
      payments: z.array(paymentSchema),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
      total_pages: z.int(),
    }),
    handle: async ({ query: { page, page_size }, actor }) => {
      const { payouts, total } = await deps.payouts.list({
        affiliateId: actor.id,
        ...pageRequestOf(page, page_size),
      });
      const total_pages = Math.ceil(total / page_size);
      const now = deps.clock.now();
      const payments = payouts.map((payout) => {
        const urlOf = (kind: LinkedDocument, number: number | null): string | null =>
          number === null ? null : deps.invoiceLinks.urlOf({ kind, payoutId: payout.id }, now);
        return paymentView(payout, {
          invoiceUrl: urlOf('invoice', payout.invoiceNumber),
          creditNoteUrl: urlOf('credit-note', payout.creditNoteNumber),
        });
      });
      return { payments, total, page, page_size, total_pages };
    },
  });
