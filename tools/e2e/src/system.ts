import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Engines,
  exitOnSignals,
  reservePortOffset,
  startSystem,
  type System,
  type SystemOptions,
} from '@tributary/engines';
import { newNamespace } from '@tributary/messaging/testing/namespaces';
import { openSystemData, verify } from '@tributary/verify';

/** The whole product on ports of its own, with the engines of this test run. */
export interface TestSystem extends System {
  readonly namespace: string;
  /** The folder of its processes' logs. */
  readonly logs: string;
  /** Lists the broken invariants, one line each. */
  violations(settleWithinMs?: number): Promise<string[]>;
  close(): Promise<void>;
}

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run by npm test`);
  return value;
};

const SETTLE_WITHIN_MS = 120_000;

/** Short leases, and no limits that many accounts of one address would reach. */
export const SETTINGS = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'info',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_BASE_SECONDS: '1',
  PAYOUT_LEASE_SECONDS: '3',
  PAYOUT_ABANDONED_SECONDS: '5',
  RATE_LIMIT_LOGIN_PER_MINUTE: '0',
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
} as const;

/** For tests that kill processes: a consumer group replaces a killed consumer soon. */
export const QUICK_TAKEOVER = { KAFKA_SESSION_TIMEOUT_MS: '6000' } as const;

export type EngineUrls = Pick<Engines, 'mongoUrl' | 'kafkaBrokers' | 'redisUrl'>;

const enginesOfTestRun = (): EngineUrls => ({
  mongoUrl: required('MONGO_URL'),
  kafkaBrokers: required('KAFKA_BROKERS'),
  redisUrl: required('REDIS_URL'),
});

/** The broken invariants of a system's data, one line each. */
export async function violationsOf(
  places: Parameters<typeof openSystemData>[0],
  settleWithinMs = SETTLE_WITHIN_MS,
): Promise<string[]> {
  const lines: string[] = [];
  const systemData = await openSystemData(places);
  try {
    await verify(systemData, (line) => lines.push(line), settleWithinMs);
  } finally {
    await systemData.close();
  }
  return lines.filter((line) => !line.startsWith('holds'));
}

interface OpenOptions extends Pick<
  SystemOptions,
  'edgesOnly' | 'envOf' | 'listenHost' | 'onOutput'
> {
  /** Called with the shift of its ports before anything starts. */
  readonly onPorts?: (offset: number) => void;
}

export async function openSystem(
  env: Readonly<Record<string, string>> = {},
  engines: EngineUrls = enginesOfTestRun(),
  { onPorts, ...options }: OpenOptions = {},
): Promise<TestSystem> {
  const namespace = env['NAMESPACE'] ?? newNamespace('e', process.env);
  const directory = mkdtempSync(join(tmpdir(), 'tributary-e2e-'));
  exitOnSignals();
  // Several runs of the stories may share a machine.
  const { offset, release } = await reservePortOffset();
  onPorts?.(offset);
  const system = await startSystem({
    engines: {
      ...engines,
      mongoUrl: env['MONGO_URL'] ?? engines.mongoUrl,
      redisUrl: env['REDIS_URL'] ?? engines.redisUrl,
    },
    directory,
    portOffset: offset,
    env: {
      ...SETTINGS,
      NAMESPACE: namespace,
      ...env,
    },
    log: () => undefined,
    // Stories wait for the processors, not for memory.
    isMemoryPlentiful: process.env['NODE_ENV'] === 'test',
    ...options,
  }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return {
    ...system,
    namespace,
    logs: join(directory, 'logs'),
    violations: (settleWithinMs) => {
      const { mongoUrl } = engines;
      return violationsOf({ mongoUrl, namespace, sandboxUrl: system.sandboxUrl }, settleWithinMs);
    },
    close: async () => {
      await system.stop();
      await release();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
