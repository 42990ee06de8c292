import { newId } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { anOrder, bot } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { aggregateFraudFigures } from './aggregate-fraud-figures.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

it('stores the sums of whole days before anybody requests them', async () => {
  const brandId = newId();
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  const at = { clickedAt: yesterday, convertedAt: yesterday, createdAt: yesterday };
  await running.assess([anOrder({ ...bot, ...at, brandId })]);
  await aggregateFraudFigures(running.deps)();
  const days = running.service.platform.mongo.connection.collection('fraud_days');
  expect(await days.findOne({ of: brandId })).toMatchObject({ conversions: 1, highRisk: 1 });
});
