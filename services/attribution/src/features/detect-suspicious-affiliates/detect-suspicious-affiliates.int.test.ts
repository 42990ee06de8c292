import { affiliateSuspected, conversionRejected, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { anOrder, bot, scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

describe('an affiliate whose conversions have high scores', () => {
  it('is published once', async () => {
    const script = { ...bot, brandId: newId(), affiliateId: newId() };
    const orders = Array.from({ length: 12 }, () => anOrder(script));
    await running.probe.publish(...orders.map((order) => conversionTracked(order)));
    const fits = ({ affiliateId }: { affiliateId: string }) => affiliateId === script.affiliateId;
    const { data } = await running.probe.waitFor(affiliateSuspected, fits);
    expect(data.conversions).toBeGreaterThanOrEqual(5);
    expect(data.averageFraudScore).toBeCloseTo(scoreOfAlone('bot_ua'), 6);
    await running.probe.publish(conversionTracked(anOrder(script)));
    await eventually(async () => (await running.deps.facts.listDue(10)).length === 0);
    expect(running.probe.events(affiliateSuspected).filter((one) => fits(one.data))).toHaveLength(
      1,
    );
  });
});

describe('an affiliate whose traffic as a whole shows a strong sign of fraud', () => {
  it('has one case opened with its evidence, and none of its orders is held for it', async () => {
    const { probe, deps } = running;
    const own = { brandId: newId(), affiliateId: newId() };
    const reviewedAt = new Date(Date.now() - DAY_MS).toISOString();
    const rejected = Array.from({ length: 20 }, () =>
      anApprovedConversion({ ...own, status: 'rejected', reason: 'fake_customer', reviewedAt }),
    );
    await probe.publish(...rejected.map((one) => conversionRejected(one)));
    const ids = rejected.map(({ conversionId }) => conversionId);
    await eventually(async () => (await deps.labels.findKnown(ids)).size === ids.length);
    const orders = Array.from({ length: 6 }, () => anOrder(own));
    const assessed = await running.assess(orders);
    expect(assessed.map(({ requiresReview }) => requiresReview)).not.toContain(true);
    const fits = ({ affiliateId }: { affiliateId: string }) => affiliateId === own.affiliateId;
    const { data } = await probe.waitFor(affiliateSuspected, fits);
    expect(data.evidence).toEqual([
      {
        factor: 'affiliate_history',
        evidence: '20 of the affiliate’s 20 decided orders of the last 90 days were fraud',
      },
    ]);
    expect(probe.events(affiliateSuspected).filter((one) => fits(one.data))).toHaveLength(1);
  });
});
