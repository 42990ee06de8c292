import { type CampaignType } from '../../domain/campaign.ts';
import { isOpen } from '../../domain/application.ts';
import { type Deps } from '../../deps.ts';
import { type Page } from '../../store/models.ts';
import { type MembershipState } from '../../views/campaign-view.ts';

interface Input {
  readonly affiliateId: string;
  readonly type: CampaignType | undefined;
  readonly page: Page;
}

/** Active campaigns that an affiliate may join or has joined, each with how he stands to it. */
export const listOffers =
  (deps: Deps) =>
  async ({ affiliateId, type, page }: Input) => {
    const user = await deps.users.find(affiliateId);
    const invitee = { affiliateId, email: user?.email };
    const invited = new Set(await deps.invitations.listCampaignIds(invitee));
    const latest = await deps.applications.listLatest(affiliateId);
    const joined = latest.filter(isOpen).map(({ campaignId }) => campaignId);
    const invitedTo = [...invited, ...joined];
    const { campaigns, total } = await deps.campaignLists.listOffers({ type, invitedTo }, page);
    const byCampaign = new Map(latest.map((application) => [application.campaignId, application]));
    const offers = campaigns.map((campaign) => {
      const application = byCampaign.get(campaign.id);
      const status: MembershipState =
        application?.status ?? (invited.has(campaign.id) ? 'invited' : 'none');
      return { campaign, membership: { status, applicationId: application?.id ?? null } };
    });
    return { offers, total };
  };
