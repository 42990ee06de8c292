import {
  assessmentMade,
  conversionApproved,
  conversionRejected,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { bot } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

describe('a brand’s review', () => {
  it('is stored, and publishes once whether a flagged conversion was fraud', async () => {
    const { probe, deps } = running;
    const rejected = anApprovedConversion({ ...bot, status: 'rejected' });
    const approved = anApprovedConversion(bot);
    const plain = anApprovedConversion({ status: 'rejected' });
    const superseded = {
      ...anApprovedConversion({ ...bot, status: 'rejected' }),
      superseded: true,
    };
    await running.assess([rejected, approved, plain, superseded]);
    await probe.publish(
      conversionRejected(superseded),
      conversionRejected(rejected),
      conversionRejected(rejected),
      conversionApproved(approved),
      conversionRejected(plain),
    );
    const confirmed = await probe.waitFor(
      fraudConfirmed,
      ({ conversionId }) => conversionId === rejected.conversionId,
    );
    expect(confirmed.data).toEqual({
      conversionId: rejected.conversionId,
      brandId: rejected.brandId,
      campaignId: rejected.campaignId,
      affiliateId: rejected.affiliateId,
      fraudScore: 0.9,
    });
    await probe.waitFor(
      fraudResolved,
      ({ conversionId }) => conversionId === approved.conversionId,
    );
    const ids = [rejected, approved, plain].map(({ conversionId }) => conversionId);
    await eventually(async () => (await deps.labels.findKnown(ids)).size === 3);
    expect((await deps.labels.findKnown([superseded.conversionId])).size).toBe(0);
    const outcomes = [...probe.events(fraudConfirmed), ...probe.events(fraudResolved)];
    expect(outcomes.map(({ data }) => data.conversionId).sort()).toEqual(
      [rejected.conversionId, approved.conversionId].sort(),
    );
  });

  it('that arrives before the assessment creates it first', async () => {
    const { probe } = running;
    const rejected = anApprovedConversion({ ...bot, status: 'rejected' });
    const fits = ({ conversionId }: { conversionId: string }) =>
      conversionId === rejected.conversionId;
    await probe.publish(conversionRejected(rejected));
    await probe.waitFor(assessmentMade, fits);
    await probe.waitFor(fraudDetected, fits);
    await probe.waitFor(fraudConfirmed, fits);
    await probe.publish(conversionTracked(aConversion({ ...rejected, status: 'pending' })));
    await eventually(async () => (await running.deps.facts.listDue(500)).length === 0);
    expect(probe.events(assessmentMade).filter(({ data }) => fits(data))).toHaveLength(1);
  });

  it('counts in the affiliate’s history from the next day on', async () => {
    const affiliateId = newId();
    const reviewedAt = '2026-05-10T12:00:00.000Z';
    const reviewed = Array.from({ length: 20 }, () =>
      anApprovedConversion({ affiliateId, status: 'rejected', reviewedAt }),
    );
    await running.probe.publish(...reviewed.map((one) => conversionRejected(one)));
    const ids = reviewed.map(({ conversionId }) => conversionId);
    await eventually(async () => (await running.deps.labels.findKnown(ids)).size === 20);
    const at = (text: string) => ({
      clickedAt: new Date(Date.parse(text) - DAY_MS).toISOString(),
      convertedAt: text,
      createdAt: text,
      affiliateId,
    });
    const [before, after] = await running.assess([
      aConversion(at('2026-05-10T23:00:00.000Z')),
      aConversion(at('2026-05-11T00:00:01.000Z')),
    ]);
    const history = (assessment: typeof before) =>
      assessment?.factors.find(({ factor }) => factor === 'affiliate_history');
    expect(history(before)?.value).toBeNull();
    expect(history(after)).toMatchObject({
      value: 1,
      evidence: '20 of the affiliate’s 20 decided orders of the last 90 days were rejected',
    });
    expect(after?.requiresReview).toBe(false);
  });
});
