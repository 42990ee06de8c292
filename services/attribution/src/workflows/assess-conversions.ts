import { runWithContext } from '@tributary/context';
import { type DomainEvent, unpayableReasonOf } from '@tributary/contracts';
import { isAppError, unavailable } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import {
  type Assessment,
  countedOrderOf,
  coversReport,
  decideAssessment,
} from '../domain/assessment.ts';
import { defaultSettings, ownClickSuffices } from '../domain/attribution.ts';
import { reasonsOfClicks } from '../domain/journey.ts';
import { customersOf } from '../domain/order-fact.ts';
import { type PendingConversion } from '../store/fact-store.ts';
import { gatherEvidence } from './gather-evidence.ts';
import {
  type GatheredJourney,
  gatherJourneys,
  type ConversionWithSettings,
} from './gather-journeys.ts';

export type AssessmentDeps = Parameters<typeof gatherEvidence>[0] &
  Parameters<typeof gatherJourneys>[0] &
  Pick<
    Deps,
    | 'assessments'
    | 'assessmentDelay'
    | 'clock'
    | 'facts'
    | 'findSettings'
    | 'fraudSettings'
    | 'hashes'
    | 'newId'
    | 'settings'
    | 'trainedModels'
    | 'transaction'
  >;

const MAX_ATTEMPTS = 4;

export const CLICK_AWAITED = 'click_awaited';

/** How long an order waits for its own click, which may be lost; after that the journey is that click alone. */
const MAX_CLICK_WAIT_MS = 30 * SECOND_MS;

/** How long it waits while clicks are stored later than they come; after that its journey has those that are. */
const MAX_BACKLOG_WAIT_MS = 5 * MINUTE_MS;

interface Decision {
  readonly assessment: Assessment;
  readonly events: readonly DomainEvent[];
  readonly pending: PendingConversion;
  readonly settled: ConversionWithSettings;
}

/** The campaigns of which no event has arrived yet, and whose owner cannot be reached. */
async function listUnsettled(
  { findSettings }: Pick<Deps, 'findSettings'>,
  pending: readonly PendingConversion[],
): Promise<Set<string>> {
  const ids = new Set(pending.map(({ conversion }) => conversion.campaignId));
  const isUnsettled = (id: string): Promise<boolean> =>
    findSettings(id).then(
      () => false,
      (error: unknown) => {
        if (isAppError(error) && error.kind === 'unavailable') return true;
        throw error;
      },
    );
  const found = await Promise.all(
    [...ids].map(async (id) => ((await isUnsettled(id)) ? [id] : [])),
  );
  return new Set(found.flat());
}

/** Each conversion with its campaign's settings when it was tracked, in the given order. */
async function withSettings(
  { settings }: Pick<Deps, 'settings'>,
  pending: readonly PendingConversion[],
): Promise<ConversionWithSettings[]> {
  const found = await settings.listAt(
    pending.map(({ conversion }) => ({
      campaignId: conversion.campaignId,
      at: new Date(conversion.createdAt),
    })),
  );
  return pending.map(({ conversion }, index) => ({
    conversion,
    settings: found[index] ?? defaultSettings,
  }));
}

/** Clicks and orders come by different topics. A model that credits several clicks waits for those of the order. */
function mustWait(
  pending: PendingConversion,
  { settings }: ConversionWithSettings,
  { isClickMissing, isIncomplete }: GatheredJourney,
  now: Date,
): boolean {
  if (!isClickMissing && !isIncomplete) return false;
  if (ownClickSuffices(settings)) return false;
  // A code that has the whole credit waits for no click.
  if (pending.conversion.coupon?.codePercent === 100) return false;
  const unpayable = unpayableReasonOf(pending.conversion.unpayableReason);
  if (unpayable !== null && reasonsOfClicks.includes(unpayable)) return false;
  const since = pending.since ?? new Date(pending.conversion.createdAt);
  const longestMs = isIncomplete ? MAX_BACKLOG_WAIT_MS : MAX_CLICK_WAIT_MS;
  return now.getTime() - since.getTime() < longestMs;
}

/** Decides all conversions but those that wait for their click or their campaign's settings. */
async function decideAll(
  deps: AssessmentDeps,
  waiting: readonly PendingConversion[],
): Promise<Decision[]> {
  const unsettled = await listUnsettled(deps, waiting);
  const pending = waiting.filter(({ conversion }) => !unsettled.has(conversion.campaignId));
  const all = await withSettings(deps, pending);
  const conversions = pending.map(({ conversion }) => conversion);
  const [journeys, evidence, scoring, trained] = await Promise.all([
    gatherJourneys(deps, all),
    gatherEvidence(deps, conversions),
    deps.fraudSettings.listAt(
      conversions.map(({ brandId, createdAt }) => ({ brandId, at: new Date(createdAt) })),
    ),
    deps.trainedModels.findMany(
      all.flatMap(({ conversion, settings }) =>
        settings.model === 'data_driven' ? [conversion.campaignId] : [],
      ),
    ),
  ]);
  const now = deps.clock.now();
  return pending.flatMap((one, index) => {
    const [settled, gathered, known] = [all[index], journeys[index], evidence[index]];
    if (settled === undefined || gathered === undefined || known === undefined) return [];
    if (mustWait(one, settled, gathered, now)) return [];
    const context = {
      settings: settled.settings,
      journey: gathered.journey,
      visitorId: gathered.visitorId,
      evidence: { ...known, navigated: gathered.navigated },
      trained: trained.get(one.conversion.campaignId),
      scoring: scoring[index],
      isDrawn: deps.hashes.isDrawn(one.conversion.conversionId),
    };
    const decided = decideAssessment(one.conversion, context, { assessmentId: deps.newId(), now });
    return [{ ...decided, pending: one, settled }];
  });
}

/** The cookies that customers ordered with, in campaigns that join devices. */
const devicesOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ assessment: { visitorId }, settled: { conversion, settings } }) =>
    visitorId === null || !settings.enableCrossDevice
      ? []
      : customersOf(conversion).map((customer) => ({
          customer,
          visitorId,
          seenAt: new Date(conversion.createdAt),
        })),
  );

/** Commits the assessments, their events and the end of the conversions' waiting at once. */
async function saveAll(
  { devices, transaction }: Pick<Deps, 'devices' | 'transaction'>,
  decisions: readonly Decision[],
): Promise<void> {
  await devices.add(devicesOf(decisions));
  const made = decisions.map(({ assessment }) => assessment);
  await transaction(async ({ assessments, facts, labels, outbox }) => {
    await assessments.create(made);
    await facts.markAssessed(made);
    // The brand has not reviewed the new report.
    await labels.deleteEarlier(made);
    for (const { events, pending } of decisions) {
      const { correlationId } = pending;
      await runWithContext({ correlationId }, () => outbox.add(...events));
    }
  });
}

async function assessOnce(
  deps: AssessmentDeps,
  pending: ReadonlyMap<string, PendingConversion>,
): Promise<Map<string, Assessment>> {
  const found = await deps.assessments.findMany([...pending.keys()]);
  const assessed = new Map(
    [...found].filter(([id, one]) => coversReport(one, pending.get(id)?.conversion ?? {})),
  );
  // A conversion published again after its order fact expired was recorded as pending once more.
  if (assessed.size > 0) await deps.facts.markAssessed([...assessed.values()]);
  const missing = [...pending].flatMap(([id, one]) => (assessed.has(id) ? [] : [one]));
  if (missing.length === 0) return assessed;
  const decisions = await decideAll(deps, missing);
  if (decisions.length > 0) await saveAll(deps, decisions);
  await deps.traffic.addOrders(
    decisions.flatMap(({ assessment }) => countedOrderOf(assessment) ?? []),
  );
  for (const { assessment, pending: one } of decisions) {
    assessed.set(assessment.conversionId, assessment);
    const delayMs = Date.parse(assessment.assessedAt) - Date.parse(one.conversion.createdAt);
    deps.assessmentDelay.observe(Math.max(0, delayMs) / SECOND_MS);
  }
  return assessed;
}

/** Thrown once all other conversions are assessed, with the ids of those whose click or campaign is missing. */
const clickAwaited = (conversionIds: readonly string[]) =>
  unavailable(CLICK_AWAITED, {
    message: 'The click or the campaign of a conversion has not arrived yet',
    details: { conversion_ids: conversionIds },
  });

/**
 * Assesses recorded conversions, or returns their assessments. An event and an rpc may request the same
 * conversion at once: one assessment is stored, and both get it. A replaced one is assessed anew, in its new revision.
 * @returns in the given order
 * @throws unavailable click_awaited
 */
export const assessConversions =
  (deps: AssessmentDeps) =>
  async (conversions: readonly PendingConversion[]): Promise<Assessment[]> => {
    const pending = new Map(conversions.map((one) => [one.conversion.conversionId, one]));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const assessed = await assessOnce(deps, pending);
        const awaited = [...pending.keys()].filter((id) => !assessed.has(id));
        if (awaited.length > 0) throw clickAwaited(awaited);
        return conversions.flatMap(({ conversion }) => assessed.get(conversion.conversionId) ?? []);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
