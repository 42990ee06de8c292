import { clickRecorded, impressionRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import type { UnitKind } from '../../domain/unit-batch.ts';
import type { CampaignDocument, ClickDocument } from '../../store/collections.ts';

/** How long a campaign is cached, because clicks arrive by the thousand. */
const CACHE_MS = 5_000;

/** Stores the clicks and impressions that their campaigns pay for: each person's first one, once. */
export const recordPaidClicksConsumers = (deps: Deps) => {
  const campaignOf = openCampaignCache(deps);
  const record = async (kind: UnitKind, units: readonly Unit[]): Promise<void> => {
    const paid: ClickDocument[] = [];
    for (const unit of units) {
      const campaign = await campaignOf(unit.campaignId);
      if (campaign?.type === kind) paid.push(docOf(unit, kind, campaign));
    }
    await deps.stores.clicks.addMany(paid);
  };
  return [
    batchConsumer(clickRecorded, async (events) => {
      const firsts = events.filter(({ data }) => data.validity === 'valid' && data.isUnique);
      await record(
        'click',
        firsts.map(({ data }) => ({ ...data, id: data.clickId })),
      );
    }),
    batchConsumer(impressionRecorded, async (events) => {
      const firsts = events.filter(({ data }) => data.isUnique);
      await record(
        'impression',
        firsts.map(({ data }) => ({ ...data, id: data.impressionId })),
      );
    }),
  ];
};

interface Unit {
  readonly id: string;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly linkId: string;
  readonly occurredAt: string;
}

function openCampaignCache({ stores, clock }: Deps) {
  const known = new Map<string, CampaignDocument | undefined>();
  let until = 0;
  return async (campaignId: string): Promise<CampaignDocument | undefined> => {
    const now = clock.now().getTime();
    if (now > until) {
      known.clear();
      until = now + CACHE_MS;
    }
    if (!known.has(campaignId)) known.set(campaignId, await stores.campaigns.find(campaignId));
    return known.get(campaignId);
  };
}

const docOf = (
  unit: Unit,
  kind: UnitKind,
  { brandId, terms }: CampaignDocument,
): ClickDocument => ({
  _id: unit.id,
  kind,
  affiliateId: unit.affiliateId,
  campaignId: unit.campaignId,
  brandId,
  linkId: unit.linkId,
  terms,
  at: new Date(unit.occurredAt),
  isBooked: false,
});
