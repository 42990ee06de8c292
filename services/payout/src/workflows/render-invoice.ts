import { unauthenticated, unavailable } from '@tributary/errors';
import { reply, type Reply } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { fillInvoice } from './complete-invoice.ts';
import { type Linked } from '../clients/invoice-links.ts';
import { writePdf } from '../views/invoice-pdf.ts';
import { creditNotePaper, invoicePaper, type Paper } from '../views/invoice-document.ts';

interface Opened {
  readonly kind: Linked;
  readonly payoutId: string;
  readonly token: string;
}

/**
 * What a link to a payout's invoice, or to the credit note on it, opens.
 * @throws unauthenticated `invalid_token`; not_found; unavailable `invoice_not_ready`
 */
export const showInvoice =
  (deps: Deps) =>
  async (opened: Opened): Promise<Reply> => {
    if (!deps.invoiceLinks.allows(opened, opened.token, deps.clock.now())) {
      throw unauthenticated('invalid_token', { message: 'The link is wrong, or has ended' });
    }
    const paper = await paperOf(deps, opened);
    return reply(200, {
      body: await writePdf(paper, deps.fonts),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${paper.number}.pdf"`,
        'cache-control': 'private, max-age=300',
      },
    });
  };

async function paperOf(deps: Deps, { kind, payoutId }: Opened): Promise<Paper> {
  const note = kind === 'invoice' ? undefined : await deps.invoices.getCreditNote(payoutId);
  const invoice = await deps.invoices.get(payoutId);
  const { payout } = await deps.payouts.get(payoutId);
  const content = await fillInvoice(deps, invoice, payout);
  if (content === undefined) {
    const message = 'The invoice is being written';
    throw unavailable('invoice_not_ready', { message, retryAfterSeconds: 2 });
  }
  const written = { invoice, content, payout };
  return note === undefined ? invoicePaper(written) : creditNotePaper({ ...written, note });
}
