/**
 * `node services/analytics/src/cli/measure-reports.ts [--clicks 10000000] [--conversions 1000000]
 * [--affiliates 50] [--links 10] [--days 90] [--rows 1000000] [--keep NAME] [--only reports,ingestion,export]`:
 * fills a database of its own, counts some days of it anew, measures every report and dashboard as the API asks
 * for them, the writing of clicks and the export of a long report, and drops the database again; with --keep it
 * is kept under that name, and found filled the next time.
 * Needs MONGO_URL, KAFKA_BROKERS and REDIS_URL (only the first is used).
 */
import { parseArgs } from 'node:util';
import { databaseOf, type Mongo, openMongo } from '@tributary/mongo';
import { findFonts, newId, openLog, type Platform, systemClock } from '@tributary/service';
import { readAnalyticsConfig } from '../config.ts';
import { openDeps } from '../deps.ts';
import { type Collections, openCollections } from '../store/collections.ts';
import { openWorld, type ServerStatus } from './measured/fill.ts';
import { countAnew } from './measured/count-anew.ts';
import {
  measureDashboards,
  measureExport,
  measureIngestion,
  measureReports,
} from './measured/measure.ts';

const { values } = parseArgs({
  options: {
    clicks: { type: 'string', default: '10000000' },
    conversions: { type: 'string', default: '1000000' },
    affiliates: { type: 'string', default: '50' },
    links: { type: 'string', default: '10' },
    days: { type: 'string', default: '90' },
    rows: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string', default: 'ingestion,reports,export' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const only = new Set(values.only.split(','));
const database = `measure_reports_${values.keep ?? String(process.pid)}`;
/** Indexes of many rows take longer than a command may be silent; who asks again waits for the same ones. */
async function openIndexed(mongo: Mongo): Promise<Collections> {
  for (;;) {
    try {
      return await openCollections(mongo);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'MongoNetworkTimeoutError') throw error;
    }
  }
}

const log = openLog('analytics', 'error');
const mongo = await openMongo({ url: process.env['MONGO_URL'] ?? '', database, log });
try {
  const collections = await openIndexed(mongo);
  const platform = { mongo, clock: systemClock, newId, log } as unknown as Platform;
  const deps = await openDeps(
    readAnalyticsConfig(process.env),
    platform,
    findFonts(new URL('../main.ts', import.meta.url).href),
  );
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
  if (!(await world.isFilled())) {
    const ms = (since: number): string => ((performance.now() - since) / 1_000).toFixed(0);
    if (only.has('ingestion')) say(`ingestion, empty     ${await measureIngestion(deps, world)}`);
    const began = performance.now();
    await world.fill((share) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${(share * 100).toFixed(0)} %`);
    });
    const filled = `rows in ${ms(began)} s`;
    const indexed = performance.now();
    await openIndexed(mongo);
    say(`filled               ${filled}, indexes in ${ms(indexed)} s: ${await world.counts()}`);
  }
  if (only.has('reports')) {
    say(`counted anew         ${await countAnew(mongo, world)}`);
    for await (const line of measureReports(deps, world)) say(line);
    for await (const line of measureDashboards(deps, world)) say(line);
  }
  if (only.has('ingestion')) say(`ingestion, full      ${await measureIngestion(deps, world)}`);
  if (only.has('export')) {
    for await (const line of measureExport(deps, world, Number(values.rows))) {
      say(`export               ${line}`);
    }
  }
} finally {
  if (values.keep === undefined) await mongo.connection.dropDatabase();
  await mongo.close();
}
