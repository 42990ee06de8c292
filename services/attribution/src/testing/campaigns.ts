import {
  type AttributionSettings,
  campaignCreated,
  type CampaignSnapshot,
  type ClickRow,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aCampaign, aClick, aConversion, eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type RunningAttribution } from './running-attribution.ts';
import { deviceOf } from './tracking-clicks.ts';

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

/** Stores clicks in tracking, with their devices where the campaign uses fingerprints. */
export function recordClicks(running: RunningAttribution, ...clicks: readonly ClickRow[]): void {
  const usesDevices = ({ campaignId }: ClickRow): boolean =>
    running.campaigns.get(campaignId)?.attribution.fingerprintingEnabled === true;
  running.clicks.add(
    clicks.map((click) => ({ click, device: usesDevices(click) ? deviceOf(click) : null })),
  );
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
export function visits(
  running: RunningAttribution,
  campaign: CampaignSnapshot,
  affiliates: readonly string[],
  count: number,
): ConversionSnapshot[] {
  const journeys = Array.from({ length: count }, () => {
    const visitorId = newId();
    return affiliates.map((affiliateId, index) => {
      const occurredAt = hoursAgo(affiliates.length - index).toISOString();
      return clickOf(campaign, { visitorId, affiliateId, occurredAt });
    });
  });
  recordClicks(running, ...journeys.flat());
  return journeys.map((clicks) => {
    const own = clicks.at(-1);
    if (own === undefined) throw new RangeError('A visit needs an affiliate');
    return orderBy(own, { ip: null });
  });
}
