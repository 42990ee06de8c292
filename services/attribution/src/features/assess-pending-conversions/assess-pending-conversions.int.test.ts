import { assessmentMade, type ConversionSnapshot, conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, eventually } from '@tributary/testing';
import { type FactDocument } from '../../store/collections.ts';
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
    // A store that fails for one campaign simulates a bug.
    const { listAt } = deps.settings;
    let failures = 0;
    deps.settings.listAt = (orders) => {
      const isBroken = orders.some(({ campaignId }) => campaignId === broken.campaignId);
      if (!isBroken || failures === 3) return listAt(orders);
      failures += 1;
      return Promise.reject(new TypeError('A fault'));
    };
    const facts = running.service.platform.mongo.connection.collection('order_facts');
    const waitingOf = async ({ conversionId }: ConversionSnapshot) =>
      (await facts.findOne({ _id: conversionId as never }))?.['waiting'] as FactDocument['waiting'];
    const { clock } = deps;
    const now = clock.now.bind(clock);
    const passTime = (ms: number): void => {
      clock.now = () => new Date(now().getTime() + ms);
    };
    const events = [broken, fine].map((conversion) => conversionTracked(conversion));
    await probe.publish(...events);
    const made = ({ conversionId }: { conversionId: string }) =>
      probe.waitFor(assessmentMade, (one) => one.conversionId === conversionId);
    await made(fine);
    const failed = async (times: number): Promise<Date> =>
      eventually(async () => {
        const waiting = await waitingOf(broken);
        return waiting?.attempts === times && waiting.dueAt;
      });
    const first = await failed(1);
    passTime(1_000);
    const second = await failed(2);
    // Two seconds, less the jitter of a fifth; the first wait is 1.2 seconds at most.
    expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(1_600);
    passTime(3_000);
    await made(broken);
    expect(failures).toBe(3);
    expect(await waitingOf(broken)).toBeUndefined();
    clock.now = now;
  });
});
