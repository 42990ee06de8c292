import { unavailable } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import {
  alreadyApplied,
  type Application,
  decideApplication,
  isOpen,
} from '../../domain/application.ts';
import { type Campaign } from '../../domain/campaign.ts';
import { type AffiliateFacts } from '../../domain/criteria.ts';
import { affiliateFiguresId } from '../../domain/figures.ts';
import { decideAcceptance, invalidInvitation } from '../../domain/invitation.ts';
import { provedEmail, type UserCopy } from '../../domain/user.ts';
import { getCaller } from '../../workflows/get-user.ts';
import { invitationIdOf, isValidToken } from '../../workflows/invitation-token.ts';

interface Input {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly message: string | null;
  /** The token of an invitation. */
  readonly token?: string | undefined;
}

/** Accepts the invitation of a token. @throws forbidden, conflict */
async function acceptInvitation(
  { invitations }: Pick<Deps, 'invitations'>,
  { campaignId, affiliateId, token = '' }: Omit<Input, 'message'>,
  now: Date,
): Promise<void> {
  const id = invitationIdOf(token);
  const invitation = id === undefined ? undefined : await invitations.find(id);
  if (invitation === undefined || !isValidToken(token, invitation, now)) throw invalidInvitation();
  await invitations.accept(decideAcceptance(invitation, { campaignId, affiliateId }));
}

/** @throws unavailable where the campaign requires channels and identity's event has not arrived yet */
function channelsOf({ approval }: Campaign, { marketingChannels }: UserCopy): readonly string[] {
  if (marketingChannels !== null) return marketingChannels;
  if (approval.mode !== 'auto' || approval.criteria.requiredChannels.length === 0) return [];
  throw unavailable('account_not_ready', {
    message: 'The account’s marketing channels are not known here yet; try again in a moment',
    retryAfterSeconds: 1,
  });
}

type FactSources = Pick<Deps, 'figures' | 'applications' | 'campaignLists'>;

async function factsOf(
  { figures, applications, campaignLists }: FactSources,
  campaign: Campaign,
  user: UserCopy,
): Promise<AffiliateFacts> {
  const totals = await figures.get(affiliateFiguresId(user.id));
  const latest = await applications.listLatest(user.id);
  const joined = latest.filter(({ status }) => status === 'approved');
  return {
    isVerified: user.status === 'verified',
    country: user.country,
    marketingChannels: channelsOf(campaign, user),
    earningsMinor: totals.commissionMinor,
    conversions: totals.conversions,
    uniqueClicks: totals.uniqueClicks,
    opensExclusive: totals.opensExclusive,
    activeCampaigns: await campaignLists.countActive(joined.map((one) => one.campaignId)),
  };
}

type Dependencies = FactSources &
  Pick<Deps, 'campaigns' | 'findUser' | 'transaction' | 'clock' | 'newId'>;

/** An affiliate applies to a campaign. @throws not_found, conflict, forbidden, unavailable */
export const applyToCampaign =
  (deps: Dependencies) =>
  async ({ campaignId, affiliateId, message, token }: Input): Promise<Application> => {
    const visible = await deps.campaigns.getVisible(campaignId);
    const user = await getCaller(deps, affiliateId);
    const facts = await factsOf(deps, visible, user);
    return deps.transaction(async ({ campaigns, applications, invitations, outbox }) => {
      const campaign = await campaigns.getVisible(campaignId);
      const existing = await applications.findOpen(campaignId, affiliateId);
      if (existing !== undefined && isOpen(existing)) throw alreadyApplied(existing);
      const now = deps.clock.now();
      if (token !== undefined) {
        await acceptInvitation({ invitations }, { campaignId, affiliateId, token }, now);
      }
      const isNamed = await invitations.isInvited(campaignId, {
        affiliateId,
        email: provedEmail(user),
      });
      const isInvited = token !== undefined || isNamed;
      // A removal deletes the invitations that name the affiliate, so an existing one is newer.
      const wasRemoved = !isNamed && (await applications.wasRemoved(campaignId, affiliateId));
      const request = { id: deps.newId(), affiliateId, message, isInvited, wasRemoved, now };
      const { application, events } = decideApplication(campaign, request, facts);
      await applications.create(application);
      await outbox.add(...events);
      return application;
    });
  };
