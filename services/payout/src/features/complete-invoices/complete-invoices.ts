import { type Deps } from '../../deps.ts';
import { fillInvoice } from '../../workflows/complete-invoice.ts';

const AT_ONCE = 100;

/**
 * Fills in the content of new invoices, so that they say what was true when they were issued. True where
 * there is more to do at once.
 */
export const completeInvoices =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const open = await deps.invoices.listIncomplete(AT_ONCE);
    let filled = 0;
    for (const invoice of open) {
      if (signal.aborted) return false;
      const loaded = await deps.payouts.load(invoice.payoutId);
      if (loaded === undefined) continue;
      const content = await fillInvoice(deps, invoice, loaded.payout);
      if (content !== undefined) filled += 1;
    }
    return open.length === AT_ONCE && filled > 0;
  };
