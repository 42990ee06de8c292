import { openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { plansOf, testEnv } from '@tributary/testing';
import { collections as declared } from './collections.ts';
import { digestStore } from './digest-store.ts';
import { sendQueueStore } from './send-queue-store.ts';

it('finds due notifications and digests by an index, however many are sent', async () => {
  const env = testEnv({});
  const url = env['MONGO_URL'] ?? '';
  const database = `${env['NAMESPACE'] ?? ''}plans`;
  const mongo = await openMongo({ url, database, log: openLog('notification', 'error') });
  const collections = await openCollections(mongo.connection, declared);
  const now = new Date();
  const queue = sendQueueStore(collections, () => now);
  const digests = digestStore(collections, () => now);
  const plans = await plansOf(mongo, async () => {
    await queue.claim(10);
    await queue.listOfDigest('d', 10);
    await queue.saveDigestOutcome('d', {
      ...{ status: 'sent', attempts: 1, dueAt: null, sentAt: now, reason: null },
    });
    await digests.claim(1);
  });
  expect(plans.map(({ collection, planSummary }) => [collection, planSummary])).toEqual([
    ['notifications', 'IXSCAN { dueAt: 1 }'],
    ['notifications', 'IXSCAN { digestId: 1 }'],
    ['notifications', 'IXSCAN { digestId: 1 }'],
    ['digests', 'IXSCAN { dueAt: 1 }'],
  ]);
  await mongo.close();
});
