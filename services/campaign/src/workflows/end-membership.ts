import { notFound } from '@tributary/errors';
import { decideLeave } from '../domain/application.ts';
import { decideSwitch } from '../domain/link.ts';
import { type Deps } from '../deps.ts';

interface Input {
  readonly campaignId: string;
  readonly affiliateId: string;
  /** Where the campaign's brand ends the membership. */
  readonly brandId?: string | undefined;
}

const noMembership = () =>
  notFound('not_found', { message: 'There is no membership of such a campaign' });

/**
 * An affiliate leaves a campaign, or takes an application back; or the brand removes a member, who
 * then has no invitation any more either and is taken again by the brand alone. Who is no member earns
 * nothing, so the links are switched off as well.
 * @throws not_found where there is neither
 */
export const leaveCampaign =
  (deps: Deps) =>
  ({ campaignId, affiliateId, brandId }: Input): Promise<void> =>
    deps.transaction(async ({ campaigns, applications, invitations, links, users, outbox }) => {
      if (brandId !== undefined) await campaigns.getOwn(campaignId, brandId);
      const open = await applications.findOpen(campaignId, affiliateId);
      if (open === undefined) throw noMembership();
      // A brand answers an application by its review.
      if (brandId !== undefined && open.status !== 'approved') throw noMembership();
      const { application, events } = decideLeave(
        open,
        brandId === undefined ? 'affiliate' : 'brand',
      );
      await applications.save(application);
      if (brandId !== undefined) {
        const email = (await users.find(affiliateId))?.email;
        await invitations.removeOf(campaignId, { affiliateId, email });
      }
      const active = await links.listActive(affiliateId, campaignId);
      const switched = active.flatMap((link) => decideSwitch(link, false).events);
      if (active.length > 0) await links.switchOff(active.map(({ id }) => id));
      await outbox.add(...events, ...switched);
    });
