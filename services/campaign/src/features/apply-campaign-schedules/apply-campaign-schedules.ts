import { type Deps } from '../../deps.ts';
import { decideMove, scheduledMove } from '../../domain/campaign.ts';
import { campaignFigures } from '../../domain/figures.ts';

const AT_ONCE = 50;

/** Starts and ends campaigns whose time has come, and pauses those that have spent their budget. True where more may be due. */
export const applyCampaignSchedules = (deps: Deps) => async (): Promise<boolean> => {
  const due = [
    ...(await deps.campaignLists.listDue(deps.clock.now(), AT_ONCE)),
    ...(await deps.campaignLists.listExhausted(AT_ONCE)),
  ];
  for (const id of due) {
    const { commissionMinor } = await deps.figures.get(campaignFigures(id));
    await deps.transaction(async ({ campaigns, outbox }) => {
      const campaign = await campaigns.get(id);
      const now = deps.clock.now();
      const status = scheduledMove(campaign, now, commissionMinor[campaign.commission.currency]);
      // Its brand, or another instance, may have moved it meanwhile.
      if (status === undefined) return;
      const { campaign: next, events } = decideMove(campaign, status, now);
      await campaigns.save(next);
      await outbox.add(...events);
    });
  }
  return due.length >= AT_ONCE;
};
