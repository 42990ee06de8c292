import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engines } from '@tributary/engines';
import { newNamespace } from '@tributary/messaging/testing/namespaces';
import { Client, createFixture, type Fixture } from '../client.ts';
import { QUICK_TAKEOVER, violationsOf } from '../system.ts';
import { readBooks } from './books.ts';
import { payOut, sell } from './sales.ts';
import { type ForeignSystem, withSystemOfCheckout } from './system-of-checkout.ts';
import { print } from './report.ts';
import { deleteData, withSystemOn } from './with-own-system.ts';

const SETTLE_MS = 120_000;
/** Each order of 20.00 earns 2.00, and a payout takes what 30 orders earn. */
const PAID = 60;
const MIN_ORDERS = 35;

interface Drill {
  readonly engines: Engines;
  readonly namespace: string;
  readonly orders: number;
  /** What goes on from one step to the next: the same people, campaign and payout account. */
  readonly known: { fixture?: Fixture; account?: string; readonly approved: string[] };
}

/** One step: sign in, sell, approve and pay on the data of the steps before, and check the books. @returns problems */
async function useSystem(system: ForeignSystem, step: string, drill: Drill): Promise<string[]> {
  const { engines, namespace, orders, known } = drill;
  const client = new Client(system);
  known.fixture ??= await createFixture(client);
  const { fixture } = known;
  await client.signIn(fixture.brand);
  await client.signIn(fixture.affiliate);
  const current = { ...fixture, admin: await client.admin() };
  known.approved.push(...(await sell(client, current, step, orders)));
  known.account = await payOut(client, current, PAID, known.account);
  const { mongoUrl } = engines;
  const places = { mongoUrl, namespace, sandboxUrl: system.sandboxUrl };
  const violations = await violationsOf(places, SETTLE_MS);
  const books = await readBooks(mongoUrl, namespace);
  const missing = known.approved.filter((id) => !books.commissionsOf.has(id));
  return [...violations, ...missing.map((id) => `${id} is approved and has no commission`)];
}

/**
 * Uses a system by the code of an older checkout, then by the newest, by the older one again as in a rolling deploy,
 * and by the newest, on the same data. @returns whether the books were right after each
 */
export async function upgradeDrill(
  engines: Engines,
  root: string,
  orders: number,
): Promise<boolean> {
  const namespace = newNamespace('e', process.env);
  const folder = mkdtempSync(join(tmpdir(), 'tributary-upgrade-'));
  const env = {
    ...QUICK_TAKEOVER,
    LOG_LEVEL: 'warn',
    NAMESPACE: namespace,
    RATE_LIMIT_API_PER_MINUTE: '0',
    SANDBOX_DATA_DIR: join(folder, 'sandbox'),
  };
  const drill: Drill = {
    engines,
    namespace,
    orders: Math.max(orders, MIN_ORDERS),
    known: { approved: [] },
  };
  const older = (step: string) =>
    withSystemOfCheckout(root, engines, env, (system) => useSystem(system, step, drill));
  const newest = (step: string) =>
    withSystemOn(engines, env, (system) => useSystem(system, step, drill));
  const steps = [
    ['older', 'the older code', older],
    ['newest', 'the newest code on its data', newest],
    ['older-again', 'the older code on the data of the newest', older],
    ['newest-again', 'the newest code once more', newest],
  ] as const;
  try {
    let isWhole = true;
    for (const [id, title, use] of steps) {
      const problems = await use(id);
      print(
        `${title}: ${problems.length === 0 ? 'works, and the books are right' : problems.join('; ')}`,
      );
      isWhole &&= problems.length === 0;
    }
    print(`${String(drill.known.approved.length)} approved orders, each with its commission`);
    return isWhole;
  } finally {
    await deleteData(engines, namespace);
    rmSync(folder, { recursive: true, force: true });
  }
}
