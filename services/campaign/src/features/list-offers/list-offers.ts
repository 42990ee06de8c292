import { type Application, isOpen } from '../../domain/application.ts';
import { type Deps } from '../../deps.ts';
import { affiliateFigures } from '../../domain/figures.ts';
import { type OfferWishes } from '../../store/offer-filter.ts';
import { type Page } from '../../store/models.ts';
import { type MembershipState } from '../../views/campaign-view.ts';

interface Input {
  readonly affiliateId: string;
  readonly membership: MembershipState | undefined;
  readonly wanted: OfferWishes;
  readonly page: Page;
}

interface Standing {
  readonly invited: ReadonlySet<string>;
  readonly byCampaign: ReadonlyMap<string, Application>;
}

const stateOf = (id: string, { invited, byCampaign }: Standing): MembershipState =>
  byCampaign.get(id)?.status ?? (invited.has(id) ? 'invited' : 'none');

/** Ids to look among, or to leave out, where only campaigns of one standing are wanted. */
function narrowing(membership: MembershipState | undefined, standing: Standing) {
  if (membership === undefined) return {};
  const known = [...new Set([...standing.invited, ...standing.byCampaign.keys()])];
  return membership === 'none'
    ? { notIds: known }
    : { ids: known.filter((id) => stateOf(id, standing) === membership) };
}

/** Active campaigns that an affiliate may join or has joined, each with how he stands to it. */
export const listOffers =
  (deps: Deps) =>
  async ({ affiliateId, membership, wanted, page }: Input) => {
    const user = await deps.users.find(affiliateId);
    const invitee = { affiliateId, email: user?.email };
    const invited = new Set(await deps.invitations.listCampaignIds(invitee));
    const latest = await deps.applications.listLatest(affiliateId);
    const joined = latest.filter(isOpen).map(({ campaignId }) => campaignId);
    const byCampaign = new Map(latest.map((application) => [application.campaignId, application]));
    const standing = { invited, byCampaign };
    const { opensExclusive } = await deps.figures.get(affiliateFigures(affiliateId));
    const open = { invitedTo: [...invited, ...joined], opensExclusive };
    const reach = { ...open, ...narrowing(membership, standing) };
    const { campaigns, total } = await deps.campaignLists.listOffers({ ...wanted, ...reach }, page);
    const offers = campaigns.map((campaign) => ({
      campaign,
      membership: {
        status: stateOf(campaign.id, standing),
        applicationId: byCampaign.get(campaign.id)?.id ?? null,
      },
    }));
    return { offers, total };
  };
