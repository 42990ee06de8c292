import { z } from 'zod';
import { unauthenticated, unavailable } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { invoiceNumberText } from '../../domain/invoice.ts';
import { fillInvoice } from '../../invoices/content-filling.ts';
import { writeInvoice } from '../../invoices/invoice-pdf.ts';

export const showInvoiceRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/payouts/invoices/:payout_id',
    summary: 'A payout’s invoice, as PDF',
    description: 'The link, with its token, is `invoice_url` in the payment history.',
    allow: 'public',
    params: z.object({ payout_id: z.uuid() }),
    query: z.strictObject({ token: z.string().max(100) }),
    errors: {
      invalid_token: 'The token is wrong, of another invoice, or has ended (401)',
      invoice_not_ready: 'It is being made; come again (503)',
    },
    handle: async ({ params: { payout_id: id }, query: { token } }) => {
      if (!deps.invoiceLinks.allows(id, token, deps.clock.now())) {
        throw unauthenticated('invalid_token', { message: 'The link is wrong, or has ended' });
      }
      const invoice = await deps.invoices.get(id);
      const { payout } = await deps.payouts.get(id);
      const content = await fillInvoice(deps, invoice, payout);
      if (content === undefined) {
        const message = 'The invoice is being written';
        throw unavailable('invoice_not_ready', { message, retryAfterSeconds: 2 });
      }
      const pdf = await writeInvoice({ invoice, content, payout }, deps.fonts);
      const name = `${invoiceNumberText(invoice)}.pdf`;
      return reply(200, {
        body: pdf,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${name}"`,
          'cache-control': 'private, max-age=300',
        },
      });
    },
  });
