import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { ownClickSuffices } from '../domain/attribution.ts';
import { journeyOf, visitorClickOf } from '../domain/journey.ts';
import { customersOf } from '../domain/order-fact.ts';
import { type Journey, type JourneyQuery } from '../domain/touch.ts';
import { type SeenDevice } from '../store/device-store.ts';

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
  /** Whether earlier clicks, which may earn, are perhaps not stored yet. */
  readonly isIncomplete: boolean;
}

type Sources = Pick<Deps, 'clicks' | 'devices'>;

/** An order whose visitor is known by its click, and may be. */
const hasClick = ({ conversion }: ConversionWithSettings): boolean =>
  conversion.consent !== 'denied' && visitorClickOf(conversion) !== null;

/** Where devices are joined, the visitors who were known as the order's customer by then. */
function knownVisitorsOf(
  { conversion, settings }: ConversionWithSettings,
  devices: ReadonlyMap<string, readonly SeenDevice[]>,
): string[] {
  if (!settings.enableCrossDevice) return [];
  const trackedAt = new Date(conversion.createdAt);
  const seen = customersOf(conversion).flatMap((customer) => devices.get(customer) ?? []);
  return [
    ...new Set(seen.filter(({ seenAt }) => seenAt <= trackedAt).map(({ visitorId }) => visitorId)),
  ];
}

/** Where tracking is to find each order's touches. */
async function queriesOf(
  { devices }: Pick<Deps, 'devices'>,
  orders: readonly ConversionWithSettings[],
): Promise<JourneyQuery[]> {
  const joining = orders.filter(({ settings }) => settings.enableCrossDevice);
  const seen = await devices.listOf(joining.flatMap(({ conversion }) => customersOf(conversion)));
  const byCustomer = Map.groupBy(seen, ({ customer }) => customer);
  return orders.map((order) => {
    const { conversion, settings } = order;
    const to = new Date(conversion.convertedAt);
    return {
      clickId: visitorClickOf(conversion) ?? '',
      campaignId: conversion.campaignId,
      visitorIds: knownVisitorsOf(order, byCustomer),
      byDevice: settings.fingerprintingEnabled,
      ownClickSuffices: ownClickSuffices(settings),
      from: new Date(to.getTime() - settings.lookbackWindowDays * DAY_MS),
      to,
    };
  });
}

/**
 * Gathers the journeys of conversions with one query and one call, however many conversions there are.
 * @throws unavailable where tracking is
 */
export async function gatherJourneys(
  { clicks, devices }: Sources,
  all: readonly ConversionWithSettings[],
): Promise<GatheredJourney[]> {
  const searched = all.filter(hasClick);
  const found = await clicks.findJourneys(await queriesOf({ devices }, searched));
  const journeys = new Map(searched.map((one, index) => [one, found[index]]));
  return all.map((one) => {
    const { conversion, settings } = one;
    const { own = null, touches = [], isIncomplete = false } = journeys.get(one) ?? {};
    return {
      journey: journeyOf(conversion, touches, settings),
      visitorId: own?.visitorId ?? null,
      navigated: own?.navigated ?? null,
      isClickMissing: own === null && hasClick(one),
      isIncomplete,
    };
  });
}
