import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  createClient,
} from '@clickhouse/client';
import { type Clock, systemClock } from '@tributary/service';
import { clickHouseAdapter, type ClickHouseAdapter } from '../store/clickhouse/adapter.ts';
import { type ClickHouse, clickHouseOf } from '../store/clickhouse/client.ts';
import { openStores } from './open-stores.ts';

type Connection = NonNullable<ClickHouseClientConfigOptions['connection']>;
interface Chdb {
  readonly createChdbConnection: (options: { readonly path: string }) => Connection;
}

/** ClickHouse in this process. */
export interface ChdbOptions {
  /** The folder in whose node_modules chdb is installed. */
  readonly installed: string;
  /** The folder of its data, of which a process has one. */
  readonly data: string;
}

let opened: ChdbOptions | undefined;

/** The options of the environment; data are in a folder that is removed when the process ends. */
export function chdbOptions(env: Readonly<Record<string, string | undefined>>): ChdbOptions {
  if (opened !== undefined) return opened;
  const installed = env['CHDB_FOLDER'];
  if (installed === undefined) {
    throw new Error('CHDB_FOLDER is not set: use npm run tool -- clickhouse-contract');
  }
  const data = mkdtempSync(join(tmpdir(), 'chdb-'));
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  opened = { installed, data };
  return opened;
}

/** ClickHouse in this process, with a database of its own; statements use one thread. */
export async function openChdb(
  { installed, data }: ChdbOptions,
  database: string,
): Promise<ClickHouse> {
  const entry = createRequire(join(installed, 'package.json')).resolve('chdb/connection');
  const { createChdbConnection } = (await import(pathToFileURL(entry).href)) as Chdb;
  const client: ClickHouseClient = createClient({
    connection: createChdbConnection({ path: data }),
    clickhouse_settings: { max_threads: 1 },
  });
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  await client.command({ query: `USE ${database}` });
  return clickHouseOf(client);
}

/** The stores with figures in ClickHouse. */
export const openClickHouseStores = async (chdb: ChdbOptions, clock: Clock = systemClock) => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const clickHouse = await openChdb(chdb, database);
  let adapter: ClickHouseAdapter | undefined;
  const stores = await openStores(async (_mongo, collections) => {
    adapter = await clickHouseAdapter(clickHouse, collections, clock);
    return adapter;
  });
  if (adapter === undefined) throw new Error('The adapter was not opened');
  return { ...stores, clickHouse, closedDays: adapter.closedDays };
};
