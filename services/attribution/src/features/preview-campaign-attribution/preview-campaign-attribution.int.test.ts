import { newId } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type Assessment, decideAssessment } from '../../domain/assessment.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { createReplay, prepare } from '../../domain/replay.ts';
import { noEvidence } from '../../testing/evidence.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

/** More than is read at once. */
const MANY = 1_500;
const AT_ONCE = 500;
const convertedAt = new Date(Date.now() - HOUR_MS);

/** One order of a campaign, whose path two affiliates share. */
function assessedOnce(
  campaignId: string,
  brandId: string,
  affiliates: readonly string[],
): Assessment {
  const touches = affiliates.map((affiliateId) => ({
    affiliateId,
    clickId: newId(),
    linkId: null,
    occurredAt: convertedAt,
  }));
  const journey = { touches, convertedAt };
  const context = {
    settings: defaultSettings,
    journey,
    visitorId: null,
    evidence: noEvidence,
  };
  const order = aConversion({ campaignId, brandId, convertedAt: convertedAt.toISOString() });
  return decideAssessment(order, context, { assessmentId: newId(), now: convertedAt }).assessment;
}

describe('the conversions of a preview', () => {
  it('come in batches, each once, so that no more than one batch takes memory', async () => {
    const [campaignId, brandId] = [newId(), newId()];
    const like = assessedOnce(campaignId, brandId, [newId(), newId()]);
    for (let count = 0; count < MANY; count += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, () => ({ ...like, conversionId: newId() }));
      await running.deps.assessments.create(some.map((one) => ({ ...one, assessmentId: newId() })));
    }
    const period = {
      from: new Date(convertedAt.getTime() - 1),
      to: new Date(convertedAt.getTime() + 1),
    };
    const sizes: number[] = [];
    const replay = createReplay('linear', defaultSettings, undefined);
    for await (const batch of running.deps.replays.stream(campaignId, period)) {
      sizes.push(batch.length);
      for (const prepared of batch.map(prepare)) if (prepared !== undefined) replay.add(prepared);
    }
    expect(Math.max(...sizes)).toBeLessThan(MANY);
    expect(replay.list().map(({ conversions, credit }) => [conversions, credit])).toEqual([
      [MANY, MANY / 2],
      [MANY, MANY / 2],
    ]);
  });
});
