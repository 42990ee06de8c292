import { runWithContext } from '@tributary/context';
import {
  type AttributionSettings,
  type ConversionSnapshot,
  type DomainEvent,
} from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { type Assessment, decideAssessment } from '../domain/assessment.ts';
import { defaultSettings } from '../domain/attribution.ts';
import { type Deps } from '../deps.ts';
import { type Arrival } from '../store/fact-store.ts';
import { gatherEvidence } from './gather-evidence.ts';

const TRIES = 4;

interface Made {
  readonly assessment: Assessment;
  readonly events: readonly DomainEvent[];
  readonly arrival: Arrival;
}

async function decideAll(deps: Deps, arrivals: readonly Arrival[]): Promise<Made[]> {
  const conversions = arrivals.map(({ conversion }) => conversion);
  const settings = await deps.settings.findMany(conversions.map(({ campaignId }) => campaignId));
  const settingsOf = ({ campaignId }: ConversionSnapshot): AttributionSettings =>
    settings.get(campaignId) ?? defaultSettings;
  const evidence = await gatherEvidence(deps, conversions, settingsOf);
  return arrivals.flatMap((arrival, index) => {
    const { conversion } = arrival;
    const seen = evidence[index];
    if (seen === undefined) return [];
    const given = {
      settings: settingsOf(conversion),
      evidence: seen,
    };
    const made = { assessmentId: deps.newId(), now: deps.clock.now() };
    return [{ ...decideAssessment(conversion, given, made), arrival }];
  });
}

/** One commit for all: the assessments, their events, and that the conversions wait no more. */
const saveAll = (deps: Deps, made: readonly Made[]): Promise<void> =>
  deps.transaction(async ({ assessments, facts, outbox }) => {
    await assessments.create(made.map(({ assessment }) => assessment));
    await facts.settle(made.map(({ assessment }) => assessment.conversionId));
    for (const { events, arrival } of made) {
      const { correlationId } = arrival;
      await runWithContext({ correlationId }, () => outbox.add(...events));
    }
  });

async function assessOnce(
  deps: Deps,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<Map<string, Assessment>> {
  const known = await deps.assessments.findMany([...arrivals.keys()]);
  // One that came again long after its assessment, when its fact had been forgotten, need not wait.
  if (known.size > 0) await deps.facts.settle([...known.keys()]);
  const missing = [...arrivals].flatMap(([id, arrival]) => (known.has(id) ? [] : [arrival]));
  if (missing.length === 0) return known;
  const made = await decideAll(deps, missing);
  await saveAll(deps, made);
  for (const { assessment, arrival } of made) {
    known.set(assessment.conversionId, assessment);
    const delayMs = Date.parse(assessment.assessedAt) - Date.parse(arrival.conversion.createdAt);
    deps.assessmentDelay.observe(Math.max(0, delayMs) / 1_000);
  }
  return known;
}

/**
 * The assessments of conversions whose facts are recorded: made now, or made before. The same conversion
 * may be asked for by an event and over gRPC at once; one assessment wins, and both are given it.
 * @returns in the order asked
 */
export const assessConversions =
  (deps: Deps) =>
  async (arrivals: readonly Arrival[]): Promise<Assessment[]> => {
    const wanted = new Map(arrivals.map((one) => [one.conversion.conversionId, one]));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const assessments = await assessOnce(deps, wanted);
        return arrivals.flatMap(({ conversion }) => assessments.get(conversion.conversionId) ?? []);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === TRIES) throw error;
      }
    }
  };
