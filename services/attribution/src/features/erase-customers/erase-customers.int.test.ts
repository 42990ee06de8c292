import {
  assessmentCustomerErased,
  conversionCustomerErased,
  conversionTracked,
} from '@tributary/contracts';
import { aConversion, eventually } from '@tributary/testing';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

it('erases who ordered, keeps the order itself, and reports what it erased', async () => {
  const { probe, service } = running;
  const conversion = aConversion({ customerId: 'c1', customerEmailHash: 'f'.repeat(64) });
  const { conversionId, brandId, clickId } = conversion;
  await probe.publish(conversionTracked(conversion));
  const collection = service.platform.mongo.connection.collection<{ _id: string }>('order_facts');
  await eventually(async () => (await collection.countDocuments({ _id: conversionId })) === 1);
  const { connection } = service.platform.mongo;
  const devices = connection.collection<{ _id: string }>('devices');
  const customer = `${brandId}:email:${'f'.repeat(64)}`;
  const visitorId = crypto.randomUUID();
  const device = (of: string, visitor: string) => ({
    _id: `${of}|${visitor}`,
    customer: of,
    visitorId: visitor,
    seenAt: new Date(),
  });
  const others = device(`${brandId}:id:c2`, crypto.randomUUID());
  await devices.insertMany([
    device(customer, visitorId),
    device(`${brandId}:id:c1`, visitorId),
    others,
  ]);
  const assessments = connection.collection<{ _id: string; visitorId: string | null }>(
    'assessments',
  );
  await eventually(async () => (await assessments.countDocuments({ _id: conversionId })) === 1);
  await assessments.updateOne({ _id: conversionId }, { $set: { visitorId } });
  const erasureId = crypto.randomUUID();
  await probe.publish(conversionCustomerErased({ conversionId, brandId, clickId, erasureId }));
  await eventually(async () => {
    const fact = await collection.findOne({ _id: conversionId, customer: null, ip: null } as never);
    return fact !== null;
  });
  expect(await devices.find({}).toArray()).toEqual([others]);
  const { data } = await probe.waitFor(
    assessmentCustomerErased,
    (erased) => erased.erasureId === erasureId,
  );
  expect(data).toEqual({
    erasureId,
    conversionId,
    counts: [
      { collection: 'devices', count: 2 },
      { collection: 'assessments', count: 1 },
      { collection: 'order_facts', count: 1 },
    ],
  });
  expect(await assessments.findOne({ _id: conversionId })).toMatchObject({ visitorId: null });
});
