import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { journeyOf } from '../domain/journey.ts';
import { customersOf } from '../domain/order-fact.ts';
import { type Journey, type Touch } from '../domain/touch.ts';
import { type SeenDevice } from '../store/device-store.ts';
import { type TouchpointDocument } from '../store/collections.ts';

/** A conversion with its campaign's settings when it was tracked. */
export interface ConversionWithSettings {
  readonly conversion: ConversionSnapshot;
  readonly settings: AttributionSettings;
}

export interface GatheredJourney {
  readonly journey: Journey;
  readonly visitorId: string | null;
  /** Whether the order's own click opened a page; null when that is not known. */
  readonly navigated: boolean | null;
  /** Whether the order's own click is still missing, so that its visitor's other clicks are unknown. */
  readonly isClickMissing: boolean;
}

const touchOf = ({ _id, affiliateId, linkId, occurredAt }: TouchpointDocument): Touch => ({
  affiliateId,
  clickId: _id,
  linkId,
  occurredAt,
});

/** From the longest window before the earliest order to the latest order. */
function searchPeriodOf(all: readonly ConversionWithSettings[]): { from: Date; to: Date } {
  const starts = all.map(
    ({ conversion, settings }) =>
      Date.parse(conversion.convertedAt) - settings.lookbackWindowDays * DAY_MS,
  );
  const ends = all.map(({ conversion }) => Date.parse(conversion.convertedAt));
  return {
    from: new Date(starts.reduce((earliest, at) => Math.min(earliest, at), Infinity)),
    to: new Date(ends.reduce((latest, at) => Math.max(latest, at), -Infinity)),
  };
}

/** The order's visitor, and where devices are joined, other visitors known as its customer by then. */
function visitorsOf(
  { conversion, settings }: ConversionWithSettings,
  own: TouchpointDocument,
  devices: ReadonlyMap<string, readonly SeenDevice[]>,
): Set<string> {
  const visitors = new Set([own.visitorId]);
  if (!settings.enableCrossDevice) return visitors;
  const trackedAt = new Date(conversion.createdAt);
  for (const customer of customersOf(conversion)) {
    for (const { visitorId, seenAt } of devices.get(customer) ?? []) {
      if (seenAt <= trackedAt) visitors.add(visitorId);
    }
  }
  return visitors;
}

type Sources = Pick<Deps, 'touchpoints' | 'devices'>;

/** Each conversion with its own click, and the visitors and fingerprint to search for. */
async function findSearchKeys(
  { touchpoints, devices }: Sources,
  all: readonly ConversionWithSettings[],
) {
  const clickIds = all.flatMap(({ conversion: { clickId, affiliateId } }) =>
    clickId === null || affiliateId === null ? [] : [clickId],
  );
  const joining = all.filter(({ settings }) => settings.enableCrossDevice);
  const [clicks, seen] = await Promise.all([
    touchpoints.findMany(clickIds),
    devices.listOf(joining.flatMap(({ conversion }) => customersOf(conversion))),
  ]);
  const byCustomer = Map.groupBy(seen, ({ customer }) => customer);
  return all.map((one) => {
    const own = clicks.get(one.conversion.clickId ?? '');
    const visitors = own === undefined ? new Set<string>() : visitorsOf(one, own, byCustomer);
    const fingerprint = one.settings.fingerprintingEnabled ? (own?.fingerprint ?? null) : null;
    return { ...one, own, visitors, fingerprint };
  });
}

/** Gathers the journeys of conversions with four queries, however many conversions there are. */
export async function gatherJourneys(
  sources: Sources,
  all: readonly ConversionWithSettings[],
): Promise<GatheredJourney[]> {
  const searched = await findSearchKeys(sources, all);
  const search = {
    campaignIds: all.map(({ conversion }) => conversion.campaignId),
    ...searchPeriodOf(all),
  };
  const [ofVisitors, ofFingerprints] = await Promise.all([
    sources.touchpoints.listLatest({
      ...search,
      by: 'visitorId',
      of: searched.flatMap(({ visitors }) => [...visitors]),
    }),
    sources.touchpoints.listLatest({
      ...search,
      by: 'fingerprint',
      of: searched.flatMap(({ fingerprint }) => fingerprint ?? []),
    }),
  ]);
  const byVisitor = Map.groupBy(ofVisitors, ({ visitorId }) => visitorId);
  const byFingerprint = Map.groupBy(ofFingerprints, ({ fingerprint }) => fingerprint);
  return searched.map(({ conversion, settings, own, visitors, fingerprint }) => {
    const rows = [...visitors].flatMap((visitorId) => byVisitor.get(visitorId) ?? []);
    if (fingerprint !== null) rows.push(...(byFingerprint.get(fingerprint) ?? []));
    const inCampaign = rows.filter(({ campaignId }) => campaignId === conversion.campaignId);
    return {
      journey: journeyOf(conversion, inCampaign.map(touchOf), settings),
      visitorId: own?.visitorId ?? null,
      navigated: own?.navigated ?? null,
      isClickMissing:
        own === undefined && conversion.clickId !== null && conversion.affiliateId !== null,
    };
  });
}
