import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { unavailable } from '@tributary/errors';

type Params = Readonly<Record<string, unknown>>;
type Settings = Readonly<Record<string, string | number>>;
export type Row = Readonly<Record<string, unknown>>;

/** Statements on one database; each rejects with `unavailable` while it does not answer or is overloaded. */
export interface ClickHouse {
  readonly rows: <Found>(sql: string, params?: Params) => Promise<Found[]>;
  readonly stream: <Found>(sql: string, params?: Params) => AsyncIterable<Found>;
  /** Inserts rows, whatever was inserted before unless the settings have a token. */
  readonly insert: (table: string, rows: readonly Row[], settings?: Settings) => Promise<void>;
  readonly run: (sql: string, params?: Params) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** 64-bit numbers as numbers: counts and minor units are below 2^53. */
const READ_SETTINGS = {
  output_format_json_quote_64bit_integers: 0,
  // A fact never leaves its month, because its time is part of its key.
  do_not_merge_across_partitions_select_final: 1,
} as const;

/** A token of no other insert: one with it is always taken, also in a session with the settings of an earlier one. */
export const newToken = (): string => randomUUID();

/** Errors of a server that is overloaded, starting, stopping or read-only, by their codes. */
const TRANSIENT = new Set(['159', '202', '203', '209', '210', '236', '241', '242', '252', '319']);

const isRefusal = (error: unknown): boolean => {
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  // Only what the server states has a type; all else is the connection's.
  return typeof type === 'string' && !TRANSIENT.has(String(code));
};

async function calling<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw isRefusal(error) ? error : unavailable('unavailable', { cause: error });
  }
}

type Results = Awaited<ReturnType<typeof ClickHouseClient.prototype.query<'JSONEachRow'>>>;

async function* flattened<Found>(open: () => Promise<Results>): AsyncIterable<Found> {
  for await (const batch of (await open()).stream<Found>()) {
    for (const row of batch) yield row.json();
  }
}

/** Binds a client of ClickHouse. */
export const clickHouseOf = (client: ClickHouseClient): ClickHouse => {
  const read = (sql: string, params: Params) =>
    client.query({
      query: sql,
      query_params: { ...params },
      format: 'JSONEachRow',
      clickhouse_settings: READ_SETTINGS,
    });
  return {
    rows: <Found>(sql: string, params: Params = {}) =>
      calling(async () => (await read(sql, params)).json<Found>()),
    stream: <Found>(sql: string, params: Params = {}) =>
      flattened<Found>(() => calling(() => read(sql, params))),
    insert: async (table, rows, settings = {}) => {
      if (rows.length === 0) return;
      await calling(() =>
        client.insert({
          table,
          values: rows,
          format: 'JSONEachRow',
          clickhouse_settings: { insert_deduplication_token: newToken(), ...settings },
        }),
      );
    },
    run: async (sql, params = {}) => {
      await calling(() => client.command({ query: sql, query_params: { ...params } }));
    },
    close: () => client.close(),
  };
};

/** Longer than a report of a large brand takes on one thread. */
const REQUEST_MS = 120_000;

/** How a URL of the setting is reached: `clickhouse://user:password@host:8123/database?tls=true`. */
export function clickHouseAddress(setting: string): {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
} {
  const { hostname, port, username, password, pathname, searchParams } = new URL(setting);
  const isTls = searchParams.get('tls') === 'true';
  return {
    url: `${isTls ? 'https' : 'http'}://${hostname}:${port === '' ? defaultPort(isTls) : port}`,
    username: username === '' ? 'default' : decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.length > 1 ? decodeURIComponent(pathname.slice(1)) : 'tributary_analytics',
  };
}

const defaultPort = (isTls: boolean): string => (isTls ? '8443' : '8123');

/** Opens ClickHouse at the setting's URL, with its database. The library is loaded only here. */
export async function openClickHouse(setting: string, namespace: string): Promise<ClickHouse> {
  const { createClient } = await import('@clickhouse/client');
  const { database: name, ...address } = clickHouseAddress(setting);
  const database = `${namespace}${name}`;
  const options = { ...address, request_timeout: REQUEST_MS };
  const first = createClient(options);
  try {
    const query = 'CREATE DATABASE IF NOT EXISTS {database:Identifier}';
    await calling(() => first.command({ query, query_params: { database } }));
  } finally {
    await first.close();
  }
  return clickHouseOf(createClient({ ...options, database }));
}
