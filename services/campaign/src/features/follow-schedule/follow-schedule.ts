import { type Deps } from '../../deps.ts';
import { decideMove, scheduledMove } from '../../domain/campaign.ts';

const AT_ONCE = 50;

/** Starts and ends campaigns whose time has come. True where more may be due. */
export const followSchedule = (deps: Deps) => async (): Promise<boolean> => {
  const due = await deps.campaignLists.listDue(deps.clock.now(), AT_ONCE);
  for (const id of due) {
    await deps.transaction(async ({ campaigns, outbox }) => {
      const campaign = await campaigns.get(id);
      const now = deps.clock.now();
      const status = scheduledMove(campaign, now);
      // Its brand, or another instance, may have moved it meanwhile.
      if (status === undefined) return;
      const { campaign: next, events } = decideMove(campaign, status, now);
      await campaigns.save(next);
      await outbox.add(...events);
    });
  }
  return due.length === AT_ONCE;
};
