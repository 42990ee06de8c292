import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { emptyProfile } from '../domain/billing-profile.ts';
import { type Invoice, type InvoiceContent, type InvoiceLine } from '../domain/invoice.ts';
import { invoiceContent, supplierOf } from '../domain/invoice-content.ts';
import { type Payout } from '../domain/payout.ts';

/** Events with the facts of a commission or an affiliate arrive within this time, or never. */
const MAX_WAIT_MS = MINUTE_MS;

export type CompleteInvoiceDeps = Pick<Deps, 'billing' | 'clock' | 'invoices' | 'invoiceTerms'>;

/**
 * Writes an invoice's content, once, as soon as all its facts are known.
 * @returns undefined while events with these facts are awaited
 */
export async function completeInvoice(
  deps: CompleteInvoiceDeps,
  invoice: Invoice,
  payout: Payout,
): Promise<InvoiceContent | undefined> {
  if (invoice.content !== null) return invoice.content;
  const [known, party, profile] = await Promise.all([
    deps.invoices.linesOf(payout.items.map(({ commissionId }) => commissionId)),
    deps.invoices.partyOf(invoice.affiliateId),
    deps.billing.find(invoice.affiliateId),
  ]);
  const isKnown = known.size === payout.items.length && party !== undefined;
  const waitedMs = deps.clock.now().getTime() - invoice.issuedAt.getTime();
  if (!isKnown && waitedMs < MAX_WAIT_MS) return undefined;
  const lines = payout.items.map(({ commissionId, amountMinor }): InvoiceLine => {
    const line = known.get(commissionId);
    const facts = { campaignName: line?.campaignName ?? '', orderId: line?.orderId ?? '' };
    return { commissionId, amountMinor, ...facts, earnedAt: line?.earnedAt ?? null };
  });
  const supplier = supplierOf(invoice.affiliateId, party, profile ?? emptyProfile);
  const content = invoiceContent(supplier, lines, deps.invoiceTerms);
  await deps.invoices.complete(payout.id, content);
  // A concurrent writer may have been first; its content counts.
  return (await deps.invoices.get(payout.id)).content ?? content;
}
