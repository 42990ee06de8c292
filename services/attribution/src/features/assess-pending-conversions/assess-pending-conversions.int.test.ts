import { assessmentMade, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

describe('a conversion whose assessment fails', () => {
  it('is retried after longer and longer waits, and delays no other conversion', async () => {
    const { deps, probe } = running;
    const broken = aConversion({ campaignId: newId() });
    const fine = aConversion();
    const facts = running.service.platform.mongo.connection.collection('order_facts');
    const { clock } = deps;
    const now = clock.now.bind(clock);
    const { retryAt } = deps.facts;
    const waitsMs: number[] = [];
    // Each wait passes at once.
    let passedMs = 0;
    clock.now = () => new Date(now().getTime() + passedMs);
    deps.facts.retryAt = async (conversionId, until) => {
      const waitMs = until.getTime() - clock.now().getTime();
      waitsMs.push(waitMs);
      await retryAt(conversionId, until);
      passedMs += waitMs;
    };
    // A store that fails for one campaign simulates a bug, until the third failure of its conversion alone.
    const { listAt } = deps.settings;
    deps.settings.listAt = (orders) => {
      const isBroken = orders.some(({ campaignId }) => campaignId === broken.campaignId);
      if (!isBroken || waitsMs.length === 3) return listAt(orders);
      return Promise.reject(new TypeError('A fault'));
    };
    const events = [broken, fine].map((conversion) => conversionTracked(conversion));
    await probe.publish(...events);
    const made = ({ conversionId }: { conversionId: string }) =>
      probe.waitFor(assessmentMade, (one) => one.conversionId === conversionId);
    await made(fine);
    await made(broken);
    // They double, with a jitter of a fifth.
    const [first = 0, second = 0, third = 0, ...others] = waitsMs;
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(others).toEqual([]);
    expect(
      (await facts.findOne({ _id: broken.conversionId as never }))?.['waiting'],
    ).toBeUndefined();
    clock.now = now;
  });
});
