import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { emptyProfile } from '../domain/billing-profile.ts';
import { type Invoice, type InvoiceContent, type InvoiceLine } from '../domain/invoice.ts';
import { invoiceContent, supplierOf } from '../domain/invoice-content.ts';
import { type Payout } from '../domain/payout.ts';

/** Events that tell what a commission was for come within this, or never. */
const PATIENCE_MS = MINUTE_MS;

/**
 * Fills in what an invoice says, for good, as soon as all of it is known. Undefined while the events that tell
 * what was earned are still on their way.
 */
export async function fillInvoice(
  deps: Deps,
  invoice: Invoice,
  payout: Payout,
): Promise<InvoiceContent | undefined> {
  if (invoice.content !== null) return invoice.content;
  const [known, party, profile] = await Promise.all([
    deps.invoices.linesOf(payout.items.map(({ commissionId }) => commissionId)),
    deps.invoices.partyOf(invoice.affiliateId),
    deps.billing.find(invoice.affiliateId),
  ]);
  const isWhole = known.size === payout.items.length && party !== undefined;
  const waitedMs = deps.clock.now().getTime() - invoice.issuedAt.getTime();
  if (!isWhole && waitedMs < PATIENCE_MS) return undefined;
  const lines = payout.items.map(({ commissionId, amountMinor }): InvoiceLine => {
    const line = known.get(commissionId);
    const facts = { campaignName: line?.campaignName ?? '', orderId: line?.orderId ?? '' };
    return { commissionId, amountMinor, ...facts, earnedAt: line?.earnedAt ?? null };
  });
  const supplier = supplierOf(invoice.affiliateId, party, profile ?? emptyProfile);
  const content = invoiceContent(supplier, lines, deps.invoiceTerms);
  await deps.invoices.complete(payout.id, content);
  // Who came first counts.
  return (await deps.invoices.get(payout.id)).content ?? content;
}
