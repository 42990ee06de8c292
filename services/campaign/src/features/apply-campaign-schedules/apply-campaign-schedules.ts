import { type Deps } from '../../deps.ts';
import { decideMove, scheduledMove } from '../../domain/campaign.ts';
import { campaignFiguresId } from '../../domain/figures.ts';

const BATCH_SIZE = 50;

/**
 * Starts and ends campaigns at their dates, and pauses campaigns that have used up their budget.
 * True where more may be due.
 */
export const applyCampaignSchedules =
  (deps: Pick<Deps, 'campaignLists' | 'figures' | 'transaction' | 'clock'>) =>
  async (): Promise<boolean> => {
    const due = [
      ...(await deps.campaignLists.listDue(deps.clock.now(), BATCH_SIZE)),
      ...(await deps.campaignLists.listExhausted(BATCH_SIZE)),
    ];
    for (const id of due) {
      const { commissionMinor } = await deps.figures.get(campaignFiguresId(id));
      await deps.transaction(async ({ campaigns, outbox }) => {
        const campaign = await campaigns.get(id);
        const now = deps.clock.now();
        const status = scheduledMove(campaign, now, commissionMinor[campaign.commission.currency]);
        // The brand or another instance may have changed the status meanwhile.
        if (status === undefined) return;
        const { campaign: next, events } = decideMove(campaign, status, now);
        await campaigns.save(next);
        await outbox.add(...events);
      });
    }
    return due.length >= BATCH_SIZE;
  };
