import { type Deps } from '../../deps.ts';
import { completeInvoice, type CompleteInvoiceDeps } from '../../workflows/complete-invoice.ts';

const PAGE = 100;

/**
 * Writes the content of new invoices, so that it states the facts at the time of issue.
 * @returns whether there may be more to do
 */
export const completeInvoices =
  (deps: CompleteInvoiceDeps & Pick<Deps, 'payouts'>) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const incomplete = await deps.invoices.listIncomplete(PAGE);
    let completed = 0;
    for (const invoice of incomplete) {
      if (signal.aborted) return false;
      const loaded = await deps.payouts.load(invoice.payoutId);
      if (loaded === undefined) continue;
      const content = await completeInvoice(deps, invoice, loaded.payout);
      if (content !== undefined) completed += 1;
    }
    return incomplete.length === PAGE && completed > 0;
  };
