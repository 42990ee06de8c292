import { notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { alreadyApplied } from '../../domain/application.ts';
import { decideInvitation, type Invitation } from '../../domain/invitation.ts';
import { invitationEvent } from '../../workflows/invitation-event.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  readonly email: string | null;
  readonly message: string | null;
}

type Dependencies = Pick<
  Deps,
  | 'campaigns'
  | 'users'
  | 'findUser'
  | 'invitationLimit'
  | 'transaction'
  | 'clock'
  | 'newId'
  | 'randomSecret'
>;

/** The id of the invited account; null where the e-mail address has none. @throws not_found */
async function inviteeIdOf(
  deps: Dependencies,
  { affiliateId, email }: Input,
): Promise<string | null> {
  if (affiliateId !== null) {
    if ((await deps.findUser(affiliateId))?.role === 'affiliate') return affiliateId;
    throw notFound('affiliate_not_found', { message: 'There is no such affiliate' });
  }
  const known = email === null ? undefined : await deps.users.findAffiliateByEmail(email);
  return known?.id ?? null;
}

/**
 * Invites an affiliate: by a mail at once, or once the campaign starts where it is a draft.
 * @throws not_found; conflict `already_invited`, `already_member`, `campaign_not_active`; rate_limited
 */
export const inviteAffiliate =
  (deps: Dependencies) =>
  async (input: Input): Promise<Invitation> => {
    const { campaignId, brandId, affiliateId, email, message } = input;
    await deps.campaigns.getOwn(campaignId, brandId);
    const inviteeId = await inviteeIdOf(deps, input);
    if (email !== null) await deps.invitationLimit.consume(brandId);
    return deps.transaction(async ({ campaigns, applications, invitations, outbox }) => {
      const campaign = await campaigns.getOwn(campaignId, brandId);
      const open =
        inviteeId === null ? undefined : await applications.findOpen(campaignId, inviteeId);
      if (open?.status === 'approved') throw alreadyApplied(open);
      const invitation = decideInvitation(campaign, {
        id: deps.newId(),
        secret: deps.randomSecret(),
        affiliateId,
        email,
        message,
        createdAt: deps.clock.now(),
      });
      await invitations.create(invitation);
      if (invitation.waitsForStart === true) await campaigns.hold(campaignId);
      else await outbox.add(invitationEvent(campaign, invitation, inviteeId));
      return invitation;
    });
  };
