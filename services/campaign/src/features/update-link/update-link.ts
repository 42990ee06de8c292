import { forbidden } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { decideLinkActive, type Link, requireRunning } from '../../domain/link.ts';

interface Input {
  readonly linkId: string;
  readonly affiliateId: string;
  readonly active: boolean;
}

/**
 * Deactivates a link, or activates it while its owner is a member.
 * @throws not_found; forbidden `not_a_member`; conflict `campaign_not_active`
 */
export const updateLink =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  ({ linkId, affiliateId, active }: Input): Promise<Link> =>
    transaction(async ({ campaigns, links, applications, outbox }) => {
      const link = await links.getOwn(linkId, affiliateId);
      if (active && !(await applications.lockMembership(link.campaignId, affiliateId))) {
        throw forbidden('not_a_member', { message: 'Only members’ links can be activated' });
      }
      if (active) requireRunning(await campaigns.get(link.campaignId));
      const { link: next, events } = decideLinkActive(link, active);
      if (events.length === 0) return link;
      await links.save(next);
      recordChange({ kind: 'link', id: next.id, before: link, after: next });
      await outbox.add(...events);
      return next;
    });
