/**
 * The ledger compared with bare MongoDB transactions: concurrent reservations and approvals on one balance,
 * and the time to verify the whole ledger. Starts a separate commission service.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import { serviceKeySettings, tokensOf } from '@tributary/testing';
import mongoose from 'mongoose';
import { type GoalId } from './goals.ts';
import { median } from './load.ts';
import { type Scorecard } from './scorecard.ts';
import { serveVerdicts } from './serve-verdicts.ts';

const WRITERS = 64;
const SECONDS = 5;
const REPETITIONS = 3;
const SHARE = 1_000_000_000_000;
const source = join(repositoryRoot(), 'services/commission/src');

interface Engines {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
}

interface Rate {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Repeats `work` in 64 concurrent loops for some seconds. */
async function measureRate(work: () => Promise<unknown>): Promise<Rate> {
  const end = performance.now() + SECONDS * 1_000;
  const times: number[] = [];
  const writer = async (): Promise<void> => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, writer));
  const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
  times.sort((a, b) => a - b);
  return { perSecond, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

/** The base: a transaction of three writes, each on a different balance. */
async function openBase({ mongoUrl }: Engines) {
  const connection = await mongoose
    .createConnection(mongoUrl, {
      dbName: `bench_ledger_${String(Date.now())}`,
      maxPoolSize: WRITERS,
    })
    .asPromise();
  const [balances, payouts, entries] = ['balances', 'payouts', 'entries'].map((name) =>
    connection.collection<{ _id: string; amount: number }>(name),
  );
  for (const name of ['balances', 'payouts', 'entries']) await connection.createCollection(name);
  return {
    write: () =>
      connection.transaction(async (session) => {
        const _id = randomUUID();
        await balances?.updateOne({ _id }, { $inc: { amount: 1 } }, { session, upsert: true });
        await payouts?.insertOne({ _id, amount: 1 }, { session });
        await entries?.insertOne({ _id, amount: 1 }, { session });
      }),
    /** Drops the databases of the base and of the measured service. */
    close: async (namespaces: readonly string[]) => {
      for (const namespace of namespaces) {
        await connection.getClient().db(`${namespace}tributary_commission`).dropDatabase();
      }
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

const brandId = randomUUIDv7();
const campaignId = randomUUIDv7();

/** An approved conversion in the form that tracking publishes. */
const approvalOf = (affiliateId: string, valueMinor: number, earnedMinor: number): string => {
  const at = new Date().toISOString();
  const share = { affiliateId, clickId: null, linkId: null, weight: SHARE, valueMinor };
  return JSON.stringify({
    ...{ conversionId: randomUUIDv7(), brandId, campaignId, affiliateId },
    ...{ clickId: null, linkId: null, orderId: randomUUID(), transactionId: null },
    ...{ source: 'direct', type: 'sale', status: 'approved', valueMinor, refundedMinor: 0 },
    currency: 'USD',
    terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
    // A fixed amount, which no tier changes.
    ...{
      namedCommissionMinor: earnedMinor,
      products: [],
      customerId: null,
      customerEmailHash: null,
    },
    ...{ isNewCustomer: null, ip: null, userAgent: null, clickedAt: at, convertedAt: at },
    ...{ createdAt: at, shares: [share], fraudScore: 0, requiresReview: false },
    ...{ reviewedBy: brandId, reviewedAt: at, notes: null },
  });
};

const options = { deadlineMs: 30_000, idempotent: true };
type Ledger = GrpcClient<'tributary.commission.v1.Ledger'>;
type Commissions = GrpcClient<'tributary.commission.v1.Commissions'>;

/** Starts a separate commission service beside the running system. */
async function openCommission(engines: Engines, namespace: string) {
  const grpcPort = await freePort();
  const attribution = await serveVerdicts();
  const env = {
    ...process.env,
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
    NAMESPACE: namespace,
    LOG_LEVEL: 'error',
    ...serviceKeySettings('commission'),
    ...{ HTTP_PORT: '0', OPS_PORT: '0', GRPC_PORT: grpcPort, IDENTITY_URL: 'http://127.0.0.1:9' },
    ATTRIBUTION_GRPC: `127.0.0.1:${String(attribution.port)}`,
  };
  const child = spawn(process.execPath, [join(source, 'main.ts')], { env, stdio: 'ignore' });
  const address = `127.0.0.1:${grpcPort}`;
  const ledger = openGrpcClient('tributary.commission.v1.Ledger', address, tokensOf('payout'));
  const commissions = openGrpcClient(
    'tributary.commission.v1.Commissions',
    address,
    tokensOf('tracking'),
  );
  const query = { affiliateId: randomUUIDv7(), currency: 'USD' };
  for (let left = 120; left > 0; left -= 1) {
    const balance = await ledger.call('Balance', query, options).catch(() => undefined);
    if (balance !== undefined) break;
    await pause(500);
  }
  return {
    env,
    ledger,
    commissions,
    close: async () => {
      ledger.close();
      commissions.close();
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      await attribution.close(1_000);
    },
  };
}

const booksDiffer = (answered: number, booked: number): string | undefined =>
  answered === booked ? undefined : `${String(answered)} answered, ${String(booked)} in the books`;

async function prepareReservations(ledger: Ledger, commissions: Commissions) {
  const affiliateId = randomUUIDv7();
  const conversions = [approvalOf(affiliateId, 100_000_000_000, 10_000_000_000)];
  await commissions.call('CreateForConversions', { conversions }, options);
  let done = 0;
  return {
    work: async () => {
      const request = { affiliateId, amountMinor: 100, currency: 'USD', commissionIds: [] };
      await ledger.call('Reserve', { ...request, payoutId: randomUUIDv7(), attempt: 1 }, options);
      done += 1;
    },
    check: async () => {
      const { reservedMinor } = await ledger.call(
        'Balance',
        { affiliateId, currency: 'USD' },
        options,
      );
      return booksDiffer(done, reservedMinor / 100);
    },
  };
}

function prepareApprovals(ledger: Ledger, commissions: Commissions) {
  const affiliateId = randomUUIDv7();
  let done = 0;
  return {
    work: async () => {
      const conversions = [approvalOf(affiliateId, 1_000, 100)];
      await commissions.call('CreateForConversions', { conversions }, options);
      done += 1;
    },
    check: async () => {
      const { availableMinor } = await ledger.call(
        'Balance',
        { affiliateId, currency: 'USD' },
        options,
      );
      return booksDiffer(done, availableMinor / 100);
    },
  };
}

interface Comparison {
  readonly id: GoalId;
  readonly base: () => Promise<unknown>;
  readonly product: {
    readonly work: () => Promise<unknown>;
    /** Why the books do not agree with the answers; undefined where they do. */
    readonly check: () => Promise<string | undefined>;
  };
}

async function compare({ id, base, product }: Comparison, scorecard: Scorecard): Promise<void> {
  const runs: { base: Rate; product: Rate }[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    runs.push({ base: await measureRate(base), product: await measureRate(product.work) });
  }
  const perSecond = median(runs.map((run) => run.product.perSecond));
  const bare = median(runs.map((run) => run.base.perSecond));
  const p99Ms = median(runs.map((run) => run.product.p99Ms));
  scorecard.record(id, {
    base: `${bare.toFixed(0)}/s`,
    product: `${perSecond.toFixed(0)}/s`,
    ratio: median(runs.map((run) => run.product.perSecond / run.base.perSecond)),
    p99Ratio: p99Ms / median(runs.map((run) => run.base.p99Ms)),
    p99Ms,
    wrong: await product.check(),
  });
}

/** Asynchronous, because the engines stop while this process does not read their output. */
const runFile = promisify(execFile);

const MILLION = 1_000_000;

async function measureAudit(env: NodeJS.ProcessEnv, scorecard: Scorecard): Promise<void> {
  const books = { env: { ...env, NAMESPACE: `${env['NAMESPACE'] ?? ''}books-` } };
  const size = ['--affiliates', '100', '--commissions', '1250'];
  await runFile(process.execPath, [join(source, 'testing/generate-books.ts'), ...size], books);
  const startedAt = performance.now();
  const verify = [join(source, 'cli/ledger.ts'), 'verify'];
  const { stdout } = await runFile(process.execPath, verify, books);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { entries, balanced } = JSON.parse(stdout) as { entries: number; balanced: boolean };
  const value = (seconds / entries) * MILLION;
  scorecard.record('audit', {
    product: `${value.toFixed(0)} s (${String(entries)} in ${seconds.toFixed(1)} s)`,
    value,
    wrong: balanced ? undefined : 'not balanced',
  });
}

/** Compares the ledger with bare transactions, and measures its audit. */
export async function benchLedger(engines: Engines, scorecard: Scorecard): Promise<void> {
  const base = await openBase(engines);
  const namespace = `bl${String(Date.now())}-`;
  const commission = await openCommission(engines, namespace);
  const { ledger, commissions, env } = commission;
  try {
    const reservations = await prepareReservations(ledger, commissions);
    await compare({ id: 'reservations', base: base.write, product: reservations }, scorecard);
    const approvals = prepareApprovals(ledger, commissions);
    await compare({ id: 'approvals', base: base.write, product: approvals }, scorecard);
    await measureAudit(env, scorecard);
  } finally {
    await commission.close();
    await base.close([namespace, `${namespace}books-`]);
  }
}
