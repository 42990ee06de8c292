/**
 * `node services/analytics/src/cli/measure-reports.ts [--clicks 10000000] [--conversions 1000000]
 * [--affiliates 50] [--links 10] [--days 90] [--rows 1000000]`: fills a database of its own, measures every
 * report and dashboard as the API asks for them, the writing of clicks and the export of a long report,
 * and drops the database again. Needs MONGO_URL, KAFKA_BROKERS and REDIS_URL (only the first is used).
 */
import { parseArgs } from 'node:util';
import { databaseOf, openMongo } from '@tributary/mongo';
import { findFonts, newId, openLog, type Platform, systemClock } from '@tributary/service';
import { readAnalyticsConfig } from '../config.ts';
import { openDeps } from '../deps.ts';
import { openCollections } from '../store/collections.ts';
import { openWorld, type ServerStatus } from './measured/fill.ts';
import { measureExport, measureIngestion, measureReports } from './measured/measure.ts';

const { values } = parseArgs({
  options: {
    clicks: { type: 'string', default: '10000000' },
    conversions: { type: 'string', default: '1000000' },
    affiliates: { type: 'string', default: '50' },
    links: { type: 'string', default: '10' },
    days: { type: 'string', default: '90' },
    rows: { type: 'string', default: '1000000' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const database = `measure_reports_${String(process.pid)}`;
const log = openLog('analytics', 'error');
const mongo = await openMongo({ url: process.env['MONGO_URL'] ?? '', database, log });
try {
  const platform = { mongo, clock: systemClock, newId, log } as unknown as Platform;
  const deps = await openDeps(
    readAnalyticsConfig(process.env),
    platform,
    findFonts(new URL('../main.ts', import.meta.url).href),
  );
  const collections = await openCollections(mongo);
  const size = {
    clicks: Number(values.clicks),
    conversions: Number(values.conversions),
    affiliates: Number(values.affiliates),
    linksEach: Number(values.links),
    days: Number(values.days),
  };
  const serverStatus = async (): Promise<ServerStatus> =>
    (await databaseOf(mongo.connection).admin().serverStatus()) as ServerStatus;
  const world = openWorld(collections, size, serverStatus);
  say(`ingestion, empty     ${await measureIngestion(deps, world)}`);
  const began = performance.now();
  await world.fill((share) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${(share * 100).toFixed(0)} %`);
  });
  say(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s: ${await world.counts()}`);
  for await (const line of measureReports(deps, world)) say(line);
  say(`ingestion, full      ${await measureIngestion(deps, world)}`);
  for await (const line of measureExport(deps, world, Number(values.rows))) {
    say(`export               ${line}`);
  }
} finally {
  await mongo.connection.dropDatabase();
  await mongo.close();
}
