import { unauthenticated, unavailable } from '@tributary/errors';
import { reply, type Reply } from '@tributary/service';
import { type LinkTarget } from '../clients/invoice-links.ts';
import { type Deps } from '../deps.ts';
import {
  creditNoteDocument,
  invoiceDocument,
  type InvoiceDocument,
} from '../views/invoice-document.ts';
import { writePdf } from '../views/invoice-pdf.ts';
import { completeInvoice, type CompleteInvoiceDeps } from './complete-invoice.ts';

type DocumentDeps = CompleteInvoiceDeps & Pick<Deps, 'payouts'>;

/**
 * The PDF of a payout's invoice, or of the credit note on it, for the holder of a link.
 * @throws unauthenticated `invalid_token`; not_found; unavailable `invoice_not_ready`
 */
export async function renderInvoice(
  deps: DocumentDeps & Pick<Deps, 'fonts' | 'invoiceLinks'>,
  target: LinkTarget,
  token: string,
): Promise<Reply> {
  if (!deps.invoiceLinks.isValid(target, token, deps.clock.now())) {
    throw unauthenticated('invalid_token', { message: 'The link is wrong, or has expired' });
  }
  const document = await documentOf(deps, target);
  return reply(200, {
    body: await writePdf(document, deps.fonts),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${document.number}.pdf"`,
      'cache-control': 'private, max-age=300',
    },
  });
}

async function documentOf(
  deps: DocumentDeps,
  { kind, payoutId }: LinkTarget,
): Promise<InvoiceDocument> {
  const note = kind === 'invoice' ? undefined : await deps.invoices.getCreditNote(payoutId);
  const invoice = await deps.invoices.get(payoutId);
  const { payout } = await deps.payouts.get(payoutId);
  const content = await completeInvoice(deps, invoice, payout);
  if (content === undefined) {
    const message = 'The invoice is being written';
    throw unavailable('invoice_not_ready', { message, retryAfterSeconds: 2 });
  }
  const facts = { invoice, content, payout };
  return note === undefined ? invoiceDocument(facts) : creditNoteDocument({ ...facts, note });
}
