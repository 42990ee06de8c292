import { runWithContext } from '@tributary/context';
import { type DomainEvent } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Assessment, decideAssessment } from '../domain/assessment.ts';
import { defaultSettings } from '../domain/attribution.ts';
import { customersOf } from '../domain/order-fact.ts';
import { type Deps } from '../deps.ts';
import { type Arrival } from '../store/fact-store.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { type Asked, type GatheredJourney, gatherJourneys } from './gather-journeys.ts';

const TRIES = 4;

export const CLICK_AWAITED = 'click_awaited';

/** So long an order waits for its own click; then its path is that click alone. */
const CLICK_AWAITED_MS = 30_000;

interface Made {
  readonly assessment: Assessment;
  readonly events: readonly DomainEvent[];
  readonly arrival: Arrival;
  readonly asked: Asked;
}

/** How each conversion's campaign was attributed when it came, in the order given. */
async function withSettings(deps: Deps, arrivals: readonly Arrival[]): Promise<Asked[]> {
  const settings = await deps.settings.listAt(
    arrivals.map(({ conversion }) => ({
      campaignId: conversion.campaignId,
      at: new Date(conversion.createdAt),
    })),
  );
  return arrivals.map(({ conversion }, index) => ({
    conversion,
    settings: settings[index] ?? defaultSettings,
  }));
}

/**
 * Clicks and orders come by different topics. Where more than the order's own click counts, its path
 * is not made before that click has come.
 */
function isTooEarly(arrival: Arrival, { settings }: Asked, found: GatheredJourney, now: Date) {
  if (!found.isAwaited || settings.model === 'last_click') return false;
  const since = arrival.since ?? new Date(arrival.conversion.createdAt);
  return now.getTime() - since.getTime() < CLICK_AWAITED_MS;
}

/** Those whose click has not come are left out. */
async function decideAll(deps: Deps, arrivals: readonly Arrival[]): Promise<Made[]> {
  const all = await withSettings(deps, arrivals);
  const [journeys, evidence, scoring, trained] = await Promise.all([
    gatherJourneys(deps, all),
    gatherEvidence(deps, all),
    deps.fraudSettings.listAt(
      arrivals.map(({ conversion: { brandId, createdAt } }) => ({
        brandId,
        at: new Date(createdAt),
      })),
    ),
    deps.trainedModels.findMany(
      all.flatMap(({ conversion, settings }) =>
        settings.model === 'data_driven' ? [conversion.campaignId] : [],
      ),
    ),
  ]);
  const now = deps.clock.now();
  return arrivals.flatMap((arrival, index) => {
    const [asked, found, seen] = [all[index], journeys[index], evidence[index]];
    if (asked === undefined || found === undefined || seen === undefined) return [];
    if (isTooEarly(arrival, asked, found, now)) return [];
    const given = {
      settings: asked.settings,
      journey: found.journey,
      visitorId: found.visitorId,
      evidence: { ...seen, journey: found.journey, navigated: found.navigated },
      trained: trained.get(asked.conversion.campaignId),
      scoring: scoring[index],
    };
    const made = { assessmentId: deps.newId(), now };
    return [{ ...decideAssessment(asked.conversion, given, made), arrival, asked }];
  });
}

/** The cookies that customers ordered with, of campaigns that join devices. */
const devicesOf = (made: readonly Made[]) =>
  made.flatMap(({ assessment: { visitorId }, asked: { conversion, settings } }) =>
    visitorId === null || !settings.enableCrossDevice
      ? []
      : customersOf(conversion).map((customer) => ({
          customer,
          visitorId,
          seenAt: new Date(conversion.createdAt),
        })),
  );

/** An order as it counts in its affiliate's traffic. */
function countedOf({ affiliateId, conversionId, campaignId, convertedAt, inputs }: Assessment) {
  if (affiliateId === null) return [];
  const clickedAt = inputs?.touches.at(-1)?.occurredAt ?? null;
  return [{ conversionId, campaignId, affiliateId, clickedAt, convertedAt }];
}

/** One commit for all: the assessments, their events, and that the conversions wait no more. */
async function saveAll(deps: Deps, made: readonly Made[]): Promise<void> {
  await deps.devices.add(devicesOf(made));
  await deps.transaction(async ({ assessments, facts, outbox }) => {
    await assessments.create(made.map(({ assessment }) => assessment));
    await facts.markAssessed(made.map(({ assessment }) => assessment.conversionId));
    for (const { events, arrival } of made) {
      const { correlationId } = arrival;
      await runWithContext({ correlationId }, () => outbox.add(...events));
    }
  });
}

async function assessOnce(
  deps: Deps,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<Map<string, Assessment>> {
  const known = await deps.assessments.findMany([...arrivals.keys()]);
  // One that came again long after its assessment, when its fact had been forgotten, need not wait.
  if (known.size > 0) await deps.facts.markAssessed([...known.keys()]);
  const missing = [...arrivals].flatMap(([id, arrival]) => (known.has(id) ? [] : [arrival]));
  if (missing.length === 0) return known;
  const made = await decideAll(deps, missing);
  if (made.length > 0) await saveAll(deps, made);
  await deps.traffic.addOrders(made.flatMap(({ assessment }) => countedOf(assessment)));
  for (const { assessment, arrival } of made) {
    known.set(assessment.conversionId, assessment);
    const delayMs = Date.parse(assessment.assessedAt) - Date.parse(arrival.conversion.createdAt);
    deps.assessmentDelay.observe(Math.max(0, delayMs) / 1_000);
  }
  return known;
}

/** Thrown when all others are assessed, naming those whose click is on its way. */
const clickAwaited = (conversionIds: readonly string[]) =>
  unavailable(CLICK_AWAITED, {
    message: 'The click of a conversion has not come yet',
    details: { conversion_ids: conversionIds },
  });

/**
 * The assessments of conversions whose facts are recorded: made now, or made before. The same conversion
 * may be asked for by an event and over gRPC at once; one assessment wins, and both are given it.
 * @returns in the order asked
 * @throws unavailable click_awaited
 */
export const assessConversions =
  (deps: Deps) =>
  async (arrivals: readonly Arrival[]): Promise<Assessment[]> => {
    const wanted = new Map(arrivals.map((one) => [one.conversion.conversionId, one]));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const assessments = await assessOnce(deps, wanted);
        const awaited = [...wanted.keys()].filter((id) => !assessments.has(id));
        if (awaited.length > 0) throw clickAwaited(awaited);
        return arrivals.flatMap(({ conversion }) => assessments.get(conversion.conversionId) ?? []);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === TRIES) throw error;
      }
    }
  };
