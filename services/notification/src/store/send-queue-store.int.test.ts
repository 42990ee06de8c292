import { randomUUIDv7 } from 'node:crypto';
import { openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { describeWorkQueue } from '@tributary/work/testing';
import { LEASE_MS } from '../domain/send-attempt.ts';
import {
  type Collections,
  collections as declared,
  type NotificationDocument,
} from './collections.ts';
import { notificationStore } from './notification-store.ts';
import { sendQueueStore } from './send-queue-store.ts';

let mongo: Awaited<ReturnType<typeof openMongo>>;
let collections: Collections;
beforeAll(async () => {
  const env = testEnv({});
  const database = `${env['NAMESPACE'] ?? ''}send_queue`;
  const log = openLog('notification', 'error');
  mongo = await openMongo({ url: env['MONGO_URL'] ?? '', database, log });
  collections = await openCollections(mongo.connection, declared);
});
afterAll(() => mongo.close());

let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

const aQueuedEmail = (): NotificationDocument => ({
  _id: randomUUIDv7(),
  userId: randomUUIDv7(),
  type: 'test',
  channel: 'email',
  title: 'Title',
  message: 'Message',
  priority: 'normal',
  status: 'queued',
  actionUrl: null,
  actionLabel: null,
  entityType: null,
  entityId: null,
  metadata: {},
  readAt: null,
  createdAt: now(),
  sentAt: null,
  removedAt: null,
  dueAt: now(),
  attempts: 0,
  claim: null,
  digestId: null,
  correlationId: 'c',
  expiresAt: new Date(now().getTime() + HOUR_MS),
});

describeWorkQueue('queued notifications', () => {
  const queue = sendQueueStore(collections, now);
  return {
    leaseMs: LEASE_MS,
    openQueue: () => queue,
    idOf: ({ _id }: NotificationDocument) => _id,
    add: async (count) => {
      const rows = Array.from({ length: count }, aQueuedEmail);
      await notificationStore(collections).insertNew(rows);
      return rows.map(({ _id }) => _id);
    },
    finish: async (row) => {
      const sent = {
        status: 'sent',
        attempts: 1,
        dueAt: null,
        sentAt: now(),
        reason: null,
      } as const;
      await queue.saveOutcomes([{ row, outcome: sent }]);
      const saved = await collections.notifications.findOne({ _id: row._id });
      return saved?.status === 'sent';
    },
    advance: (ms) => {
      offsetMs += ms;
      return Promise.resolve();
    },
  };
});
