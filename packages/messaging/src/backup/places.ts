import type { Log } from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';
import { z } from 'zod';
import { kafkaAccessOf, kafkaShape, partitionShape, partitionsOf } from '../access.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import { durabilityOf } from '../kafkajs/topics.ts';
import type { BackupOptions } from './back-up.ts';

const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

const settings = z.object({
  ...kafkaShape,
  ...partitionShape,
  MONGO_URL: z.string().min(1),
  MONGO_TLS_CA: z.string().optional(),
  NAMESPACE: z.string().default(''),
});

/** The engines of a backup by these settings. @throws Error naming the settings that are wrong */
export function backupPlaces(directory: string, env: NodeJS.ProcessEnv): BackupOptions {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(lines.join('; '));
  }
  const port = kafkajsAdapter({
    ...kafkaAccessOf(parsed.data),
    clientId: 'backup',
    log,
    topicPrefix: parsed.data.NAMESPACE,
    ...durabilityOf(Number(env['KAFKA_REPLICATION_FACTOR'] ?? 1)),
  });
  const { NAMESPACE: namespace } = parsed.data;
  const partitions = partitionsOf(parsed.data);
  return { port, mongoUrl: mongoUrlOf(parsed.data) ?? '', namespace, directory, partitions };
}
