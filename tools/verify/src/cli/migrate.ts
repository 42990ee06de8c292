import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storingServices } from '@tributary/catalog';
import { repositoryRoot } from '@tributary/engines';
import { applyMigrations, type Log, type Migration, openMongo } from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';

const USAGE = `Changes documents that earlier releases stored into what the newest one stores

  npm run tool -- migrate           applies what is due, as the services' workers do by themselves soon after their start
  npm run tool -- migrate --again   one more pass of each, where processes of an earlier release ran for more than a day

Can be repeated, interrupted and run beside the services. Exit code 1 where documents could not be read.
Environment: MONGO_URL, MONGO_TLS_CA and NAMESPACE, else those of the system that npm start runs.`;

const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** The migrations of a service's documents; none where it has no list. */
async function migrationsOf(service: string): Promise<readonly Migration[]> {
  const file = join(repositoryRoot(), 'services', service, 'src/store/migrations.ts');
  if (!existsSync(file)) return [];
  const { migrations } = (await import(file)) as { readonly migrations: readonly Migration[] };
  return migrations;
}

/** @returns whether all documents could be read */
async function migrate(service: string, url: string, again: boolean): Promise<boolean> {
  const migrations = await migrationsOf(service);
  if (migrations.length === 0) return true;
  const database = `${process.env['NAMESPACE'] ?? ''}tributary_${service}`;
  const mongo = await openMongo({ url, database, log });
  const clock = { now: () => new Date() };
  const { connection } = mongo;
  const reports = await applyMigrations({ connection, migrations, clock, again }).finally(() =>
    mongo.close(),
  );
  for (const { name, description, state, rewritten, failedIds } of reports) {
    const failures = failedIds.length === 0 ? '' : `; not readable: ${failedIds.join(', ')}`;
    process.stdout.write(
      `${service} ${name}: ${state}, ${String(rewritten)} documents changed (${description})${failures}\n`,
    );
  }
  return reports.every(({ failedIds }) => failedIds.length === 0);
}

const { values } = parseArgs({
  options: { again: { type: 'boolean' }, help: { type: 'boolean' } },
});
const url = mongoUrlOf(process.env);
if (values.help === true || url === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = values.help === true ? 0 : 2;
} else {
  for (const service of storingServices) {
    if (!(await migrate(service, url, values.again === true))) process.exitCode = 1;
  }
}
