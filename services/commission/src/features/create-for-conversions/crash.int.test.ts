import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openGrpcClient } from '@tributary/grpc';
import { databaseOf, openLog } from '@tributary/service';
import { collectionsOf, openMongo } from '@tributary/mongo';
import { anApprovedConversion, eventually, freePort, testEnv, tokensOf } from '@tributary/testing';
import { readCommissionConfig } from '../../config.ts';
import { collections } from '../../store/collections.ts';
import { serveOthers } from '../../testing/serve-others.ts';

const source = path.join(import.meta.dirname, '../..');
const ROUNDS = 2;
const PER_ROUND = 16;

/** Runs one of the service's programs. @returns its exit code and its output */
async function run(program: string, env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const child = spawn(process.execPath, [path.join(source, program), ...args], {
    env: { ...process.env, ...env },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

const running = new Set<ChildProcess>();

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  running.delete(child);
}
afterAll(() => Promise.all([...running].map(kill)));

describe('the service, killed at any moment', () => {
  let others: Awaited<ReturnType<typeof serveOthers>>;
  beforeAll(async () => {
    others = await serveOthers();
  });
  afterAll(() => others.close());

  it('loses and doubles nothing when all requests are repeated after its restart', async () => {
    const env = testEnv({
      GRPC_PORT: String(await freePort()),
      IDENTITY_URL: 'http://127.0.0.1:9',
      ...others.addresses,
    });
    const address = `127.0.0.1:${env['GRPC_PORT'] ?? ''}`;
    const commissions = openGrpcClient(
      'tributary.commission.v1.Commissions',
      address,
      tokensOf('tracking'),
    );
    const ledger = openGrpcClient('tributary.commission.v1.Ledger', address, tokensOf('payout'));
    // Requests to a killed process never return, so their deadline is short.
    const quick = { deadlineMs: 5_000, idempotent: false };
    const patient = { deadlineMs: 30_000, idempotent: true };
    type Patience = typeof quick;

    const start = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [path.join(source, 'main.ts')], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      running.add(child);
      const request = { affiliateId: randomUUIDv7(), currency: 'USD' };
      const answered = () => ledger.call('Balance', request, quick).then(() => true);
      await eventually(answered, { timeoutMs: 50_000 });
      return child;
    };

    const affiliates = Array.from({ length: 3 }, () => randomUUIDv7());
    const allCalls: ((patience: Patience) => Promise<unknown>)[] = [];
    const create = (affiliateId: string) => {
      const approval = anApprovedConversion({ affiliateId });
      const conversions = [JSON.stringify(approval)];
      return (patience: Patience) =>
        commissions.call('CreateForConversions', { conversions }, patience);
    };
    const payout = (affiliateId: string) => {
      const payoutId = randomUUIDv7();
      const amount = { amountMinor: 700, currency: 'USD', commissionIds: [] };
      return async (patience: Patience) => {
        await ledger.call('Reserve', { payoutId, affiliateId, ...amount }, patience);
        await ledger.call('Settle', { payoutId, transactionId: 't', settledAt: '' }, patience);
      };
    };
    for (const _round of Array.from({ length: ROUNDS })) {
      const child = await start();
      const calls = Array.from({ length: PER_ROUND }, (_, index) => {
        const affiliateId = affiliates[index % 3] ?? '';
        return index % 8 === 7 ? payout(affiliateId) : create(affiliateId);
      });
      allCalls.push(...calls);
      const answers = Promise.allSettled(calls.map((call) => call(quick)));
      await pause(randomInt(5, 400));
      await kill(child);
      await answers;
    }

    const child = await start();
    // Retries until all succeed: a payout may run before the earnings it takes from, and a channel
    // that lost its server waits before it reconnects.
    const again = await eventually(() => Promise.all(allCalls.map((call) => call(patient))), {
      timeoutMs: 60_000,
    });
    expect(again).toHaveLength(ROUNDS * PER_ROUND);
    await kill(child);

    const config = readCommissionConfig(env);
    const log = openLog('test', 'error');
    const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
    const payouts = ROUNDS * Math.floor(PER_ROUND / 8);
    const { commissions: created, reservations } = collectionsOf(mongo.connection, collections);
    expect(await created.countDocuments()).toBe(ROUNDS * PER_ROUND - payouts);
    expect(await reservations.countDocuments({ state: 'settled' })).toBe(payouts);
    const verified = await run('cli/ledger.ts', env, 'verify');
    await mongo.close();
    commissions.close();
    ledger.close();
    expect(JSON.parse(verified.printed)).toMatchObject({ balanced: true, differences: [] });
    expect(verified.code).toBe(0);
  }, 240_000);
});
