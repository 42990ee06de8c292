import { type Collections } from './collections.ts';

/** Payouts that no step follows and no person has to decide. */
const ENDED = ['completed', 'failed', 'void', 'reversed'] as const;

/** Whether the details of an affiliate may be erased: no payout is under way, no invoice awaits its content. */
export const isErasable =
  ({ payouts, invoices }: Pick<Collections, 'payouts' | 'invoices'>) =>
  async (affiliateId: string): Promise<boolean> => {
    const open = await payouts.findOne({ affiliateId, step: { $nin: [...ENDED] } });
    if (open !== null) return false;
    return (await invoices.findOne({ affiliateId, isComplete: false })) === null;
  };
