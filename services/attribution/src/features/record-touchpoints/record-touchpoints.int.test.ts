import { clickRecorded } from '@tributary/contracts';
import { aClick, eventually } from '@tributary/testing';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

it('stores clicks that can earn as touchpoints, each once', async () => {
  const clicks = Array.from({ length: 50 }, () => aClick());
  const others = [
    aClick({ isBot: true, validity: 'bot' }),
    aClick({ validity: 'filtered' }),
    aClick({ validity: 'inactive_campaign' }),
  ];
  const last = aClick({ validity: 'duplicate', isUnique: false });
  const all = [...clicks, ...others, ...clicks, last];
  await running.probe.publish(...all.map((click) => clickRecorded(click)));
  const touchpoints = running.service.platform.mongo.connection.collection('touchpoints');
  await eventually(async () => (await touchpoints.countDocuments()) >= 51);
  expect(await touchpoints.countDocuments()).toBe(51);
  expect(await touchpoints.findOne({ _id: last.clickId as never })).toMatchObject({
    visitorId: last.visitorId,
    affiliateId: last.affiliateId,
    occurredAt: new Date(last.occurredAt),
  });
});
