import { affiliateSuspected, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { anOrder, bot } from '../../testing/orders.ts';
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
    expect(data.averageFraudScore).toBeCloseTo(0.9, 6);
    await running.probe.publish(conversionTracked(anOrder(script)));
    await eventually(async () => (await running.deps.facts.listDue(10)).length === 0);
    expect(running.probe.events(affiliateSuspected).filter((one) => fits(one.data))).toHaveLength(
      1,
    );
  });
});
