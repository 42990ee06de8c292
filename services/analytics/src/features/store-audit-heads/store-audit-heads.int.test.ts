import { auditHeadPublished } from '@tributary/contracts';
import { databaseOf } from '@tributary/mongo';
import { eventually } from '@tributary/testing';
import { runAnalytics, type RunningAnalytics } from '../../testing/running-analytics.ts';

let running: RunningAnalytics;
beforeAll(async () => {
  running = await runAnalytics();
});
afterAll(() => running.close());

it('stores the first head of an entry, and no later one that contradicts it', async () => {
  const head = auditHeadPublished.sample;
  await running.probe.publish(
    auditHeadPublished(head),
    auditHeadPublished({ ...head, hash: 'f'.repeat(64) }),
    auditHeadPublished({ ...head, sequence: head.sequence + 1 }),
  );
  const heads = databaseOf(running.service.platform.mongo.connection).collection('audit_heads');
  const stored = await eventually(async () => {
    const found = await heads.find({ chain: head.chain }).sort({ sequence: 1 }).toArray();
    return found.length === 2 ? found : undefined;
  });
  expect(stored.map(({ hash }) => String(hash))).toEqual([head.hash, head.hash]);
});
