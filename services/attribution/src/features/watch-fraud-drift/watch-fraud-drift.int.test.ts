import type { ConversionSnapshot } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { DAY_MS, HOUR_MS } from '@tributary/units';
import { anOrder, bot } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { watchFraudDrift } from './watch-fraud-drift.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const ORDERS = 200;
/** Of a call, whose time is limited. */
const BATCH = 50;

/** Orders of a day, of which every nth came from a script. */
function ordersOf(daysAgo: number, nth: number) {
  const at = Date.now() - daysAgo * DAY_MS;
  const times = {
    convertedAt: new Date(at).toISOString(),
    createdAt: new Date(at).toISOString(),
    clickedAt: new Date(at - 2 * HOUR_MS).toISOString(),
  };
  return Array.from({ length: ORDERS }, (_, index) =>
    anOrder({ ...times, brandId: newId(), ...(index % nth === 0 ? bot : {}) }),
  );
}

it('shows operators which sign is seen more often in a week than in the month before', async () => {
  const { assess, caller, deps, service } = running;
  const path = '/api/admin/fraud/drifts';
  const admin = caller(newId(), 'admin');
  const assessAll = async (orders: readonly ConversionSnapshot[]): Promise<void> => {
    for (let start = 0; start < orders.length; start += BATCH) {
      await assess(orders.slice(start, start + BATCH));
    }
  };
  await assessAll(ordersOf(20, 20));
  await watchFraudDrift(deps)();
  expect((await admin.get(path)).body.data.drifts).toEqual([]);
  await assessAll(ordersOf(3, 2));
  await watchFraudDrift(deps)();
  const { body } = await admin.get(path);
  expect(body.data.drifts).toMatchObject([
    {
      ...{ orders_before: ORDERS, orders_now: ORDERS, is_drift: true },
      factors: [{ factor: 'bot_ua', share_before: 0.05, share_now: 0.5 }],
    },
  ]);
  const [{ index }] = body.data.drifts[0].factors;
  const metrics = await service.platform.metrics.registry.metrics();
  expect(metrics).toMatch(new RegExp(`^fraud_drift_index\\{.*of="factors".*\\} ${index}$`, 'm'));
  expect((await caller(newId()).get(path)).status).toBe(403);
});
