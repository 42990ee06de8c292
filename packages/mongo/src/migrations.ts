import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { DAY_MS } from '@tributary/units';
import { createLease, renewLease } from '@tributary/work';
import { type MigrationDocument, migrationsOf } from './collections.ts';
import { databaseOf } from './database.ts';
import { rewriteDocuments, type RewriteOptions, type RewriteReport } from './rewrite-documents.ts';

/** A change of documents that earlier releases stored into what the newest one stores. */
export interface Migration {
  /** Begins with the date of the release's change; never changes. */
  readonly name: string;
  /** What it changes, a clause. */
  readonly description: string;
  /** Changes what is not changed yet: it can be repeated, and runs beside services that change the same documents. */
  readonly run: (
    connection: mongoose.Connection,
    options: RewriteOptions,
  ) => Promise<RewriteReport>;
}

type Rewrite<Document extends { readonly _id: string }> = Parameters<
  typeof rewriteDocuments<Document>
>[2];

interface Rewriting<Document extends { readonly _id: string }> extends Pick<
  Migration,
  'name' | 'description'
> {
  readonly of: { readonly name: string };
  /** Matches the documents that lack the change. */
  readonly filter: NonNullable<RewriteOptions['filter']>;
  /** The fields to set. Throws where the document cannot be read. */
  readonly rewrite: Rewrite<Document>;
}

/** Declares a migration of the documents of one collection. */
export const rewriting = <Document extends { readonly _id: string }>(
  declared: Rewriting<Document>,
): Migration & Rewriting<Document> => ({
  ...declared,
  run: (connection, options) =>
    rewriteDocuments(connection, declared.of, declared.rewrite, {
      ...options,
      filter: declared.filter,
    }),
});

export interface MigrationReport {
  readonly name: string;
  readonly description: string;
  /** `done`: all passes were complete before; `waits`: the next one is not due yet, or another process applies it. */
  readonly state: 'done' | 'applied' | 'waits';
  /** In all passes. */
  readonly rewritten: number;
  /** Documents that could not be read, and stay as they are. */
  readonly failedIds: readonly string[];
}

interface Parts {
  readonly connection: mongoose.Connection;
  readonly migrations: readonly Migration[];
  readonly clock: { readonly now: () => Date };
  /** Ends after the current batch; the next call continues there. */
  readonly signal?: AbortSignal;
  /** A further pass of each, whether or not one is due. */
  readonly again?: boolean;
}

const PASSES = 2;
/** Processes of the release before have ended by then. */
const SECOND_PASS_MS = DAY_MS;
const RENEW_MS = 2_000;

type State = Omit<MigrationDocument, '_id'>;

const reportOf = (
  { name, description }: Migration,
  { dueAt, rewritten }: State,
): MigrationReport => ({
  name,
  description,
  state: dueAt === null ? 'done' : 'waits',
  rewritten,
  failedIds: [],
});

/** The stored state of a migration, which is created where there is none. */
async function stateOf({ name }: Migration, { connection, clock }: Parts): Promise<State> {
  const now = clock.now();
  const first: State = { passes: 0, after: '', dueAt: now, rewritten: 0, failed: 0, at: now };
  const states = migrationsOf(connection);
  await states.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true });
  return (await states.findOne({ _id: name })) ?? first;
}

async function runPass(migration: Migration, found: State, parts: Parts): Promise<MigrationReport> {
  const { connection, clock, signal } = parts;
  const save = (state: Partial<State>) =>
    migrationsOf(connection).updateOne(
      { _id: migration.name },
      { $set: { ...state, at: clock.now() } },
    );
  const { rewritten, failed, failedIds } = await migration.run(connection, {
    after: found.after,
    onBatch: async (after, counts) => {
      await save({ after, rewritten: found.rewritten + counts.rewritten });
      signal?.throwIfAborted();
    },
  });
  const passes = found.passes + 1;
  const dueAt = passes < PASSES ? new Date(clock.now().getTime() + SECOND_PASS_MS) : null;
  const state = { ...found, passes, after: '', dueAt, rewritten: found.rewritten + rewritten };
  await save({ ...state, failed });
  return { ...reportOf(migration, state), state: 'applied', failedIds };
}

async function apply(migration: Migration, parts: Parts): Promise<MigrationReport> {
  const found = await stateOf(migration, parts);
  const isDue = found.dueAt !== null && found.dueAt <= parts.clock.now();
  if (!isDue && parts.again !== true) return reportOf(migration, found);
  return runPass(migration, found, parts);
}

/**
 * Applies the migrations that are due, in their order, while services run. What was interrupted continues
 * after the last batch. A day after the first pass there is a second one. Only one process at a time applies them.
 */
export async function applyMigrations(parts: Parts): Promise<MigrationReport[]> {
  const lease = createLease(databaseOf(parts.connection), {
    name: 'migrations',
    owner: randomUUID(),
  });
  const isOurs = await lease.acquire();
  const stopRenewing = renewLease(lease, RENEW_MS);
  try {
    const reports: MigrationReport[] = [];
    for (const migration of parts.migrations) {
      const report = isOurs
        ? await apply(migration, parts)
        : reportOf(migration, await stateOf(migration, parts));
      reports.push(report);
    }
    return reports;
  } finally {
    stopRenewing();
    await lease.release();
  }
}

/** Opens the check whether the first pass of a migration is complete; reads the database until it is. */
export function openIsApplied(
  connection: mongoose.Connection,
  name: string,
): () => Promise<boolean> {
  let isApplied = false;
  return async () => {
    if (isApplied) return true;
    const found = await migrationsOf(connection).findOne({ _id: name });
    isApplied = found !== null && found.passes > 0;
    return isApplied;
  };
}
