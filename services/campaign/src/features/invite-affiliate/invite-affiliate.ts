import { notFound } from '@tributary/errors';
import { findUser } from '../../workflows/get-user.ts';
import { alreadyApplied } from '../../domain/application.ts';
import { decideInvitation, type Invitation } from '../../domain/invitation.ts';
import { type Deps } from '../../deps.ts';
import { invitationEvent } from './invitation-event.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  readonly email: string | null;
  readonly message: string | null;
}

/**
 * Invites one affiliate.
 * @throws not_found; conflict `already_invited`, `already_member`, `campaign_not_active`; rate_limited
 */
export const inviteAffiliate =
  (deps: Deps) =>
  async ({ campaignId, brandId, ...invited }: Input): Promise<Invitation> => {
    const { affiliateId, email } = invited;
    await deps.campaigns.getOwn(campaignId, brandId);
    if (affiliateId !== null && (await findUser(deps, affiliateId))?.role !== 'affiliate') {
      throw notFound('affiliate_not_found', { message: 'There is no such affiliate' });
    }
    const known = email === null ? undefined : await deps.users.findAffiliateByEmail(email);
    if (email !== null) await deps.invitationLimit.consume(brandId);
    const guestId = affiliateId ?? known?.id ?? null;
    return deps.transaction(async ({ campaigns, applications, invitations, outbox }) => {
      const campaign = await campaigns.getOwn(campaignId, brandId);
      const open = guestId === null ? undefined : await applications.findOpen(campaignId, guestId);
      if (open?.status === 'approved') throw alreadyApplied(open);
      const now = deps.clock.now();
      const made = { id: deps.newId(), secret: deps.randomSecret(), createdAt: now };
      const invitation = decideInvitation(campaign, { ...invited, ...made });
      await invitations.create(invitation);
      await outbox.add(invitationEvent(campaign, invitation, guestId));
      return invitation;
    });
  };
