import { type CampaignStatus } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { type Application, isOpen } from '../domain/application.ts';
import { affiliateFiguresId } from '../domain/figures.ts';
import { provedEmail } from '../domain/user.ts';
import { type PageRequest } from '@tributary/mongo';
import { type OfferQuery } from '../store/offer-filter.ts';
import { type MembershipState } from '../views/campaign-view.ts';

interface Input {
  readonly affiliateId: string;
  readonly membership: MembershipState | undefined;
  readonly query: OfferQuery;
  readonly page: PageRequest;
  /** The only campaign to list; undefined for all. */
  readonly campaignId?: string;
}

interface Memberships {
  readonly invitedTo: ReadonlySet<string>;
  /** The latest application for each campaign. */
  readonly applications: ReadonlyMap<string, Application>;
}

const stateOf = (campaignId: string, { invitedTo, applications }: Memberships): MembershipState =>
  applications.get(campaignId)?.status ?? (invitedTo.has(campaignId) ? 'invited' : 'none');

/** The campaign ids that a filter by membership includes or excludes. */
function idsOf(membership: MembershipState | undefined, memberships: Memberships) {
  if (membership === undefined) return {};
  const known = [...new Set([...memberships.invitedTo, ...memberships.applications.keys()])];
  return membership === 'none'
    ? { notIds: known }
    : { ids: known.filter((id) => stateOf(id, memberships) === membership) };
}

/** Where a member can still read the campaign, which the marketplace no longer lists. */
const OF_MEMBERS: readonly CampaignStatus[] = ['active', 'paused', 'completed'];

/**
 * Active campaigns that an affiliate may join or has joined, each with the membership; a single one that the affiliate
 * has joined also while it is paused, and once it is completed.
 */
export const listOffers =
  (deps: Pick<Deps, 'findUser' | 'invitations' | 'applications' | 'figures' | 'campaignLists'>) =>
  async ({ affiliateId, membership, query, page, campaignId }: Input) => {
    const user = await deps.findUser(affiliateId);
    const invitee = { affiliateId, email: user && provedEmail(user) };
    const invitedTo = new Set(await deps.invitations.listCampaignIds(invitee));
    const latest = await deps.applications.listLatest(affiliateId);
    const applications = new Map(latest.map((one) => [one.campaignId, one]));
    const memberships = { invitedTo, applications };
    const joined = latest.filter(isOpen).map(({ campaignId }) => campaignId);
    const isMember = campaignId !== undefined && joined.includes(campaignId);
    const { opensExclusive } = await deps.figures.get(affiliateFiguresId(affiliateId));
    const filter = {
      ...query,
      statuses: isMember ? OF_MEMBERS : (['active'] as const),
      ...idsOf(membership, memberships),
      ...(campaignId === undefined ? {} : { ids: [campaignId] }),
      invitedTo: [...invitedTo, ...joined],
      opensExclusive,
    };
    const { campaigns, total } = await deps.campaignLists.listOffers(filter, page);
    const offers = campaigns.map((campaign) => ({
      campaign,
      membership: {
        status: stateOf(campaign.id, memberships),
        applicationId: applications.get(campaign.id)?.id ?? null,
      },
    }));
    return { offers, total };
  };
