import { unavailable } from '@tributary/errors';
import { getCaller } from '../../workflows/get-user.ts';
import {
  alreadyApplied,
  type Application,
  decideApplication,
  isOpen,
} from '../../domain/application.ts';
import { type Campaign } from '../../domain/campaign.ts';
import { type AffiliateFacts } from '../../domain/criteria.ts';
import { type Deps } from '../../deps.ts';
import { affiliateFigures } from '../../domain/figures.ts';
import { decideAcceptance, invalidInvitation } from '../../domain/invitation.ts';
import { invitationIdOf, isValidToken } from '../../workflows/invitation-token.ts';
import { type UserCopy } from '../../domain/user.ts';

interface Input {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly message: string | null;
  /** The signed text of an invitation. */
  readonly token?: string | undefined;
}

type Stores = Pick<Deps, 'invitations'>;

/** Takes up the invitation that a signed text stands for. @throws forbidden, conflict */
async function acceptToken(
  { invitations }: Stores,
  { campaignId, affiliateId, token = '' }: Omit<Input, 'message'>,
  now: Date,
): Promise<void> {
  const id = invitationIdOf(token);
  const invitation = id === undefined ? undefined : await invitations.find(id);
  if (invitation === undefined || !isValidToken(token, invitation, now)) throw invalidInvitation();
  await invitations.accept(decideAcceptance(invitation, { campaignId, affiliateId }));
}

/** @throws unavailable where they are asked for before identity's event has told them */
function channelsOf({ approval }: Campaign, { marketingChannels }: UserCopy): readonly string[] {
  if (marketingChannels !== null) return marketingChannels;
  if (approval.mode !== 'auto' || approval.criteria.requiredChannels.length === 0) return [];
  throw unavailable('account_not_ready', {
    message: 'The account’s marketing channels are not known here yet; try again in a moment',
    retryAfterSeconds: 1,
  });
}

/** The figures that criteria are judged by. */
async function factsOf(deps: Deps, campaign: Campaign, user: UserCopy): Promise<AffiliateFacts> {
  const sums = await deps.figures.get(affiliateFigures(user.id));
  const latest = await deps.applications.listLatest(user.id);
  const joined = latest.filter(({ status }) => status === 'approved');
  return {
    isVerified: user.status === 'verified',
    country: user.country,
    marketingChannels: channelsOf(campaign, user),
    earningsMinor: sums.commissionMinor,
    conversions: sums.conversions,
    uniqueClicks: sums.uniqueClicks,
    opensExclusive: sums.opensExclusive,
    activeCampaigns: await deps.campaignLists.countActive(joined.map((one) => one.campaignId)),
  };
}

/** An affiliate asks to join a campaign. @throws not_found, conflict, forbidden, unavailable */
export const applyToCampaign =
  (deps: Deps) =>
  async ({ campaignId, affiliateId, message, token }: Input): Promise<Application> => {
    const offered = await deps.campaigns.getVisible(campaignId);
    const user = await getCaller(deps, affiliateId);
    const facts = await factsOf(deps, offered, user);
    return deps.transaction(async ({ campaigns, applications, invitations, outbox }) => {
      const campaign = await campaigns.getVisible(campaignId);
      const existing = await applications.findOpen(campaignId, affiliateId);
      if (existing !== undefined && isOpen(existing)) throw alreadyApplied(existing);
      const invitee = { affiliateId, email: user.email };
      const now = deps.clock.now();
      if (token !== undefined)
        await acceptToken({ invitations }, { campaignId, affiliateId, token }, now);
      const isNamed = await invitations.isInvited(campaignId, invitee);
      const isInvited = token !== undefined || isNamed;
      // A removal ends the invitations that named the affiliate: one that does was made since.
      const wasRemoved = !isNamed && (await applications.wasRemoved(campaignId, affiliateId));
      const request = { id: deps.newId(), affiliateId, message, isInvited, wasRemoved, now };
      const { application, events } = decideApplication(campaign, request, facts);
      await applications.create(application);
      await outbox.add(...events);
      return application;
    });
  };
