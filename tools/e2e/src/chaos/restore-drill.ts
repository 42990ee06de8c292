import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Engines, repositoryRoot } from '@tributary/engines';
import { newNamespace } from '@tributary/messaging/testing/namespaces';
import { Client, createFixture } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { readBooks, readBooksOfBackup, type Books, differencesOf } from './books.ts';

import { payOut, sell } from './sales.ts';
import { print } from './report.ts';
import { deleteData, withSystemOn } from './with-own-system.ts';

const run = promisify(execFile);
const SETTLE_MS = 120_000;

/** Runs a command as an operator does. @returns what it printed */
async function runTool(
  name: 'backup' | 'restore',
  args: readonly string[],
  { mongoUrl, kafkaBrokers }: Engines,
  namespace: string,
): Promise<string> {
  const env = {
    ...process.env,
    ...{ MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, NAMESPACE: namespace },
  };
  const file = join(repositoryRoot(), `packages/messaging/src/cli/${name}.ts`);
  const { stdout } = await run(process.execPath, [file, ...args], { env });
  return stdout.trim();
}

/** A system with paid and unpaid commissions. */
async function fill(system: TestSystem, orders: number) {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const approved = await sell(client, fixture, 'before', orders);
  await payOut(client, fixture, 60);
  return { client, fixture, approved };
}

/** Takes a backup while orders and approvals continue. @returns the approvals before it */
async function backUpUnderLoad(
  system: TestSystem,
  engines: Engines,
  directory: string,
  orders: number,
): Promise<string[]> {
  const { client, fixture, approved } = await fill(system, orders);
  const selling = sell(client, fixture, 'during', orders);
  print(await runTool('backup', ['--to', directory], engines, system.namespace));
  const later = await selling;
  print(
    `approved before the backup: ${String(approved.length)}, during it: ${String(later.length)}`,
  );
  const violations = await system.violations(SETTLE_MS);
  if (violations.length > 0) throw new Error(`The first system: ${violations.join('; ')}`);
  return approved;
}

const linesOf = (title: string, problems: readonly string[]): string =>
  `${title}: ${problems.length === 0 ? 'yes' : `NO: ${problems.join('; ')}`}`;

/** Starts the restored system and checks its books before and after its events come once more. */
async function checkRestored(
  system: TestSystem,
  engines: Engines,
  directory: string,
  approved: readonly string[],
): Promise<boolean> {
  const violations = await system.violations(SETTLE_MS);
  print(linesOf('the invariants hold in the restored system', violations));
  const books = await readBooks(engines.mongoUrl, system.namespace);
  const missing = approved.filter((id) => !books.commissionsOf.has(id));
  print(linesOf('every approval before the backup has its commission', missing));
  const again = ['--from', directory, '--events-only'];
  print(await runTool('restore', again, engines, system.namespace));
  const second = await system.violations(SETTLE_MS);
  const changed = differencesOf(books, await readBooks(engines.mongoUrl, system.namespace));
  print(linesOf('events that come once more change nothing', [...second, ...changed]));
  return [violations, missing, second, changed].every(({ length }) => length === 0);
}

/** @returns whether the restored system agrees with the backup, with itself, and after repeated events */
export async function restoreDrill(engines: Engines, orders: number): Promise<boolean> {
  const [first, second] = [newNamespace('e', process.env), newNamespace('e', process.env)];
  const folder = mkdtempSync(join(tmpdir(), 'tributary-drill-'));
  const directory = join(folder, 'backup');
  // The payment provider is the same for both: it outlives what pays through it.
  const env = { RATE_LIMIT_API_PER_MINUTE: '0', SANDBOX_DATA_DIR: join(folder, 'sandbox') };
  try {
    const approved = await withSystemOn(engines, { ...env, NAMESPACE: first }, (system) =>
      backUpUnderLoad(system, engines, directory, orders),
    );
    print(await runTool('restore', ['--from', directory], engines, second));
    const saved: Books = await readBooksOfBackup(directory);
    const unequal = differencesOf(saved, await readBooks(engines.mongoUrl, second));
    print(linesOf(`each of ${String(saved.balances.size)} balances is equal`, unequal));
    const isWhole = await withSystemOn(engines, { ...env, NAMESPACE: second }, (system) =>
      checkRestored(system, engines, directory, approved),
    );
    return isWhole && unequal.length === 0;
  } finally {
    for (const namespace of [first, second]) await deleteData(engines, namespace);
    rmSync(folder, { recursive: true, force: true });
  }
}
