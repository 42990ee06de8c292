import { type ClickRow, clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import type { CampaignDoc, ClickDoc } from '../../store/collections.ts';

/** How long a campaign's terms may be behind, ms: clicks come by the thousand. */
const REMEMBERED_MS = 5_000;

/** Keeps the clicks that campaigns for clicks pay for: first ones of people, each once. */
export const countClicksConsumer = (deps: Deps) => {
  const campaignOf = openCampaigns(deps);
  return batchConsumer(clickRecorded, async (events) => {
    const paid: ClickDoc[] = [];
    for (const { data } of events) {
      if (data.validity !== 'valid' || !data.isUnique) continue;
      const campaign = await campaignOf(data.campaignId);
      if (campaign?.type === 'click') paid.push(clickOf(data, campaign));
    }
    await deps.stores.clicks.addMany(paid);
  });
};

function openCampaigns({ stores, clock }: Deps) {
  const known = new Map<string, CampaignDoc | undefined>();
  let until = 0;
  return async (campaignId: string): Promise<CampaignDoc | undefined> => {
    const now = clock.now().getTime();
    if (now > until) {
      known.clear();
      until = now + REMEMBERED_MS;
    }
    if (!known.has(campaignId)) known.set(campaignId, await stores.campaigns.find(campaignId));
    return known.get(campaignId);
  };
}

const clickOf = (click: ClickRow, { brandId, terms }: CampaignDoc): ClickDoc => ({
  _id: click.clickId,
  affiliateId: click.affiliateId,
  campaignId: click.campaignId,
  brandId,
  linkId: click.linkId,
  terms,
  at: new Date(click.occurredAt),
  isBooked: false,
});
