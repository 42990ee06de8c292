import { type DomainEvent } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { decideLeave } from '../domain/application.ts';
import { decideCouponChange } from '../domain/coupon.ts';
import { decideLinkActive } from '../domain/link.ts';

interface Input {
  readonly campaignId: string;
  readonly affiliateId: string;
  /** Given where the campaign's brand removes the member; otherwise the affiliate leaves. */
  readonly brandId?: string | undefined;
}

const noMembership = () =>
  notFound('not_found', { message: 'There is no membership of such a campaign' });

/** Deactivates the links and coupon codes of a membership. @returns the events */
async function deactivateAll(
  { links, coupons }: Pick<Deps, 'coupons' | 'links'>,
  { affiliateId, campaignId }: Pick<Input, 'affiliateId' | 'campaignId'>,
  now: Date,
): Promise<DomainEvent[]> {
  const active = await links.listActive(affiliateId, campaignId);
  if (active.length > 0) await links.deactivate(active.map(({ id }) => id));
  const events = active.flatMap((link) => decideLinkActive(link, false).events);
  for (const code of await coupons.listActive(affiliateId, campaignId)) {
    const decided = decideCouponChange(code, { active: false }, now);
    await coupons.save(decided.coupon);
    events.push(...decided.events);
  }
  return events;
}

/**
 * Ends a membership: the affiliate leaves or withdraws a pending application, or the brand removes a
 * member, whose invitations are withdrawn too, so that only the brand can approve a return. The
 * affiliate's links and coupon codes are deactivated, because clicks and codes of non-members earn nothing.
 * @throws not_found where there is no open application
 */
export const endMembership =
  ({ clock, transaction }: Pick<Deps, 'clock' | 'transaction'>) =>
  ({ campaignId, affiliateId, brandId }: Input): Promise<void> =>
    transaction(async ({ campaigns, applications, invitations, users, outbox, ...stores }) => {
      if (brandId !== undefined) await campaigns.getOwn(campaignId, brandId);
      const open = await applications.findOpen(campaignId, affiliateId);
      if (open === undefined) throw noMembership();
      // A brand decides a pending application by its review, not by removing a member.
      if (brandId !== undefined && open.status !== 'approved') throw noMembership();
      const endedBy = brandId === undefined ? 'affiliate' : 'brand';
      const { application, events } = decideLeave(open, endedBy);
      await applications.save(application);
      recordChange({ kind: 'application', id: application.id, before: open, after: application });
      if (brandId !== undefined) {
        const email = (await users.find(affiliateId))?.email;
        await invitations.deleteOf(campaignId, { affiliateId, email });
      }
      await outbox.add(...events, ...(await deactivateAll(stores, open, clock.now())));
    });
