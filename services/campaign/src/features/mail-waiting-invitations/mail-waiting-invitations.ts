import { type CampaignSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { decideMailing, isOver } from '../../domain/invitation.ts';
import { invitationEvent } from '../../workflows/invitation-event.ts';

/** The invitations that one transaction publishes. */
const BATCH_SIZE = 100;

type Dependencies = Pick<Deps, 'transaction' | 'clock'>;

/** Publishes the invitations that waited for the start of a campaign, each once. */
export const mailWaitingInvitations =
  (deps: Dependencies) =>
  async ({ data: { campaignId } }: { readonly data: CampaignSnapshot }): Promise<void> => {
    while (await mailSome(deps, campaignId));
  };

/** True where more may wait. An invitation that is withdrawn meanwhile conflicts with its mailing. */
const mailSome = ({ transaction, clock }: Dependencies, campaignId: string): Promise<boolean> =>
  transaction(async ({ campaigns, invitations, users, outbox }) => {
    const campaign = await campaigns.find(campaignId);
    if (campaign === undefined || isOver(campaign)) return false;
    const waiting = await invitations.listWaiting(campaignId, BATCH_SIZE);
    for (const one of waiting) {
      const invitation = decideMailing(one, clock.now());
      const { affiliateId, email } = invitation;
      const known = email === null ? undefined : await users.findAffiliateByEmail(email);
      await invitations.saveMailed(invitation);
      await outbox.add(invitationEvent(campaign, invitation, affiliateId ?? known?.id ?? null));
    }
    return waiting.length === BATCH_SIZE;
  });
