import type mongoose from 'mongoose';
import { databaseOf } from './database.ts';
import { type CollectionDefinition } from './define-collection.ts';

/** A document of an account, without the fields that its collection does not export. */
export interface AccountRow {
  readonly collection: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads what an account's owner receives of a database. */
export type AccountData = (accountId: string) => AsyncGenerator<AccountRow>;

/** Documents that are in memory at once. */
const BATCH_SIZE = 200;

/** Reads an account's documents by the `exports` of the declared collections, batch by batch. */
export const openAccountData = (
  connection: mongoose.Connection,
  declared: Readonly<Record<string, CollectionDefinition<unknown>>>,
): AccountData =>
  async function* rowsOf(accountId) {
    for (const { name: collection, exports } of Object.values(declared)) {
      if (exports === undefined) continue;
      const filter = { $or: exports.by.map((field) => ({ [field]: accountId })) };
      const fields = Object.fromEntries(exports.fields.map((field) => [field, 1]));
      const found = databaseOf(connection)
        .collection(collection)
        .find(filter as never, { projection: { _id: 0, ...fields }, batchSize: BATCH_SIZE });
      for await (const data of found) yield { collection, data };
    }
  };
