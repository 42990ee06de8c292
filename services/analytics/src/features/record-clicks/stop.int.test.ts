import { aCampaign, aClick, aLink, countedClicks, eventually } from '@tributary/testing';
import { runAnalytics } from '../../testing/running-analytics.ts';

const STOP_WITHIN_MS = 5_000;

it('stops within five seconds while events and checks of milestones wait', async () => {
  const running = await runAnalytics();
  const { campaignId, brandId } = aCampaign();
  const events = Array.from({ length: 400 }, () => {
    const owner = { campaignId, brandId, linkId: aLink().linkId };
    return countedClicks(Array.from({ length: 20 }, () => aClick(owner)));
  });
  await running.probe.publish(...events);
  const days = running.service.platform.mongo.connection.collection('click_minutes');
  await eventually(async () => (await days.countDocuments()) > 0);
  const begun = performance.now();
  await running.service.close();
  expect(performance.now() - begun).toBeLessThan(STOP_WITHIN_MS);
  await running.probe.close();
  await running.identity.close();
});
