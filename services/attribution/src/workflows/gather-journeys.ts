import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { customersOf } from '../domain/order-fact.ts';
import { journeyOf } from '../domain/journey.ts';
import { type Journey, type Touch } from '../domain/touch.ts';
import { type Deps } from '../deps.ts';
import { type SeenDevice } from '../store/device-store.ts';
import { type TouchpointRow } from '../store/models.ts';

/** A conversion and how its campaign was attributed when it came. */
export interface Asked {
  readonly conversion: ConversionSnapshot;
  readonly settings: AttributionSettings;
}

export interface GatheredJourney {
  readonly journey: Journey;
  readonly visitorId: string | null;
  /** Whether the order's own click opened a page; null where that is not known. */
  readonly navigated: boolean | null;
  /** The order's own click has not come yet, so that the others of its visitor cannot be found. */
  readonly isAwaited: boolean;
}

const touchOf = ({ _id, affiliateId, linkId, occurredAt }: TouchpointRow): Touch => ({
  affiliateId,
  clickId: _id,
  linkId,
  occurredAt,
});

/** From the longest window before the earliest order to the latest order. */
function spanOf(asked: readonly Asked[]): { from: Date; to: Date } {
  const starts = asked.map(
    ({ conversion, settings }) =>
      Date.parse(conversion.convertedAt) - settings.lookbackWindowDays * DAY_MS,
  );
  const ends = asked.map(({ conversion }) => Date.parse(conversion.convertedAt));
  return {
    from: new Date(starts.reduce((least, at) => Math.min(least, at), Infinity)),
    to: new Date(ends.reduce((most, at) => Math.max(most, at), -Infinity)),
  };
}

/** The visitors that the order's customer was before it came, by what campaigns with joined devices saw. */
function visitorsOf(
  { conversion, settings }: Asked,
  own: TouchpointRow,
  devices: ReadonlyMap<string, readonly SeenDevice[]>,
): Set<string> {
  const visitors = new Set([own.visitorId]);
  if (!settings.enableCrossDevice) return visitors;
  const came = new Date(conversion.createdAt);
  for (const customer of customersOf(conversion)) {
    for (const { visitorId, seenAt } of devices.get(customer) ?? []) {
      if (seenAt <= came) visitors.add(visitorId);
    }
  }
  return visitors;
}

/** Gathers the paths of conversions: four questions to the database, however many they are. */
export async function gatherJourneys(
  { touchpoints, devices }: Pick<Deps, 'touchpoints' | 'devices'>,
  asked: readonly Asked[],
): Promise<GatheredJourney[]> {
  const clickIds = asked.flatMap(({ conversion: { clickId, affiliateId } }) =>
    clickId === null || affiliateId === null ? [] : [clickId],
  );
  const joining = asked.filter(({ settings }) => settings.enableCrossDevice);
  const [owns, seen] = await Promise.all([
    touchpoints.findMany(clickIds),
    devices.listOf(joining.flatMap(({ conversion }) => customersOf(conversion))),
  ]);
  const byCustomer = Map.groupBy(seen, ({ customer }) => customer);
  const wanted = asked.map((one) => {
    const own = owns.get(one.conversion.clickId ?? '');
    const visitors = own === undefined ? new Set<string>() : visitorsOf(one, own, byCustomer);
    const isByDevice = one.settings.fingerprintingEnabled;
    return { ...one, own, visitors, fingerprint: isByDevice ? (own?.fingerprint ?? null) : null };
  });
  const search = {
    campaignIds: asked.map(({ conversion }) => conversion.campaignId),
    ...spanOf(asked),
  };
  const [ofVisitors, ofDevices] = await Promise.all([
    touchpoints.listLatest({
      ...search,
      by: 'visitorId',
      of: wanted.flatMap(({ visitors }) => [...visitors]),
    }),
    touchpoints.listLatest({
      ...search,
      by: 'fingerprint',
      of: wanted.flatMap(({ fingerprint }) => fingerprint ?? []),
    }),
  ]);
  const byVisitor = Map.groupBy(ofVisitors, ({ visitorId }) => visitorId);
  const byDevice = Map.groupBy(ofDevices, ({ fingerprint }) => fingerprint);
  return wanted.map(({ conversion, settings, own, visitors, fingerprint }) => {
    const rows = [...visitors].flatMap((visitorId) => byVisitor.get(visitorId) ?? []);
    if (fingerprint !== null) rows.push(...(byDevice.get(fingerprint) ?? []));
    const inCampaign = rows.filter(({ campaignId }) => campaignId === conversion.campaignId);
    return {
      journey: journeyOf(conversion, inCampaign.map(touchOf), settings),
      visitorId: own?.visitorId ?? null,
      navigated: own?.navigated ?? null,
      isAwaited:
        own === undefined && conversion.clickId !== null && conversion.affiliateId !== null,
    };
  });
}
