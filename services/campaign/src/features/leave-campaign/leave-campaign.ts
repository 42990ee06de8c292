import { notFound } from '@tributary/errors';
import { decideLeave } from '../../domain/application.ts';
import { decideSwitch } from '../../domain/link.ts';
import { type Deps } from '../../deps.ts';

interface Input {
  readonly campaignId: string;
  readonly affiliateId: string;
}

/**
 * An affiliate leaves a campaign, or takes an application back. Who is no member earns nothing, so the
 * links are switched off as well.
 * @throws not_found where there is neither
 */
export const leaveCampaign =
  (deps: Deps) =>
  ({ campaignId, affiliateId }: Input): Promise<void> =>
    deps.transaction(async ({ applications, links, outbox }) => {
      const open = await applications.findOpen(campaignId, affiliateId);
      if (open === undefined) {
        throw notFound('not_found', { message: 'There is no membership of such a campaign' });
      }
      const { application, events } = decideLeave(open);
      await applications.save(application);
      const active = await links.listActive(affiliateId, campaignId);
      const switched = active.flatMap((link) => decideSwitch(link, false).events);
      if (active.length > 0) await links.switchOff(active.map(({ id }) => id));
      await outbox.add(...events, ...switched);
    });
