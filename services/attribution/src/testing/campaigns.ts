import {
  type AttributionSettings,
  campaignCreated,
  type CampaignSnapshot,
  clickRecorded,
  type ClickRow,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aCampaign, aClick, aConversion, eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type RunningAttribution } from './running-attribution.ts';

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** A campaign that the service has consumed the event of. */
export async function aKnownCampaign(
  running: RunningAttribution,
  settings: Partial<AttributionSettings>,
): Promise<CampaignSnapshot> {
  const campaign = aCampaign();
  const known = {
    ...campaign,
    attribution: { ...campaign.attribution, ...settings },
    updatedAt: hoursAgo(10_000).toISOString(),
  };
  running.campaigns.set(known.campaignId, known);
  await running.probe.publish(campaignCreated(known));
  await eventually(
    async () => (await running.deps.settings.findCurrent(known.campaignId)) !== undefined,
  );
  return known;
}

export const clickOf = (campaign: CampaignSnapshot, given: Partial<ClickRow> = {}): ClickRow =>
  aClick({ campaignId: campaign.campaignId, brandId: campaign.brandId, ...given });

/** Publishes clicks, and waits until the valid ones are touchpoints. */
export async function recordClicks(
  running: RunningAttribution,
  ...clicks: readonly ClickRow[]
): Promise<void> {
  await running.probe.publish(...clicks.map((click) => clickRecorded(click)));
  const ids = clicks.filter(({ validity }) => validity === 'valid').map(({ clickId }) => clickId);
  await eventually(async () => (await running.deps.touchpoints.findMany(ids)).size === ids.length);
}

/** An order placed now by the visitor of a click. */
export const orderBy = (
  click: ClickRow,
  given: Partial<ConversionSnapshot> = {},
): ConversionSnapshot =>
  aConversion({
    brandId: click.brandId,
    campaignId: click.campaignId,
    affiliateId: click.affiliateId,
    clickId: click.clickId,
    linkId: click.linkId,
    clickedAt: click.occurredAt,
    convertedAt: hoursAgo(0).toISOString(),
    createdAt: hoursAgo(0).toISOString(),
    ...given,
  });

/** Stores the clicks of visitors who followed these affiliates an hour apart, and returns an order of each. */
export async function visits(
  running: RunningAttribution,
  { campaignId, brandId }: CampaignSnapshot,
  affiliates: readonly string[],
  count: number,
): Promise<ConversionSnapshot[]> {
  const journeys = Array.from({ length: count }, () => {
    const visitorId = newId();
    return affiliates.map((affiliateId, index) => ({
      _id: newId(),
      visitorId,
      campaignId,
      affiliateId,
      linkId: newId(),
      occurredAt: hoursAgo(affiliates.length - index),
      device: 'desktop',
      country: null,
      fingerprint: null,
      navigated: null,
    }));
  });
  await running.deps.touchpoints.add(journeys.flat());
  return journeys.map((clicks): ConversionSnapshot => {
    const own = clicks.at(-1);
    if (own === undefined) throw new RangeError('A visit needs an affiliate');
    return aConversion({
      brandId,
      campaignId,
      affiliateId: own.affiliateId,
      clickId: own._id,
      linkId: own.linkId,
      clickedAt: own.occurredAt.toISOString(),
      convertedAt: hoursAgo(0).toISOString(),
      createdAt: hoursAgo(0).toISOString(),
      ip: null,
    });
  });
}
