import { type ApplicationSnapshot } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies affiliates' memberships in campaigns. */
export const syncMembers =
  (deps: Pick<Deps, 'members'>) =>
  (events: readonly HandledEvent<ApplicationSnapshot>[]): Promise<void> =>
    deps.members.upsert(
      events.map(({ id, data }) => ({
        _id: `${data.campaignId} ${data.affiliateId}`,
        campaignId: data.campaignId,
        affiliateId: data.affiliateId,
        campaignName: data.campaignName,
        active: data.status === 'approved',
        version: id,
      })),
    );
