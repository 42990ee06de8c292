import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { outboxOf } from '../collections.ts';
import { ensureCollections } from '../create-collections.ts';
import type { Log } from '../log.ts';
import { type Mongo, type MongoOptions, openMongo } from '../open-mongo.ts';
import { type Session, transactionOf } from '../transaction.ts';

const quiet = () => undefined;
export const silentLog: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

interface Account {
  _id: string;
  balance: number;
}

const accountSchema = new mongoose.Schema<Account>({ _id: String, balance: Number });
accountSchema.index({ balance: 1 }, { unique: true, partialFilterExpression: { balance: 777 } });

export const mongoUrl = (env: Readonly<NodeJS.ProcessEnv>): string =>
  env['MONGO_URL'] ?? 'mongodb://127.0.0.1:27017/?replicaSet=rs0';

/** Its own database with one small store. */
export async function createWorld(
  env: Readonly<NodeJS.ProcessEnv>,
  options: Partial<MongoOptions> = {},
) {
  const database = `test_mongo_${randomBytes(5).toString('hex')}`;
  const mongo = await openMongo({ url: mongoUrl(env), database, log: silentLog, ...options });
  const Accounts = mongo.connection.model('Account', accountSchema);
  await ensureCollections(mongo.connection, [Accounts]);
  const accountStore = (session: Session) => ({
    create: async (id: string, balance = 0) => {
      await Accounts.create([{ _id: id, balance }], { session });
    },
    add: async (id: string, amount: number) => {
      const { balance } = await Accounts.findById(id, null, { session }).orFail();
      const changed = { $set: { balance: balance + amount } };
      await Accounts.updateOne({ _id: id }, changed, { session });
      return balance + amount;
    },
  });
  return {
    mongo,
    Accounts,
    transaction: transactionOf(mongo, (session) => ({ accounts: accountStore(session) })),
    balanceOf: async (id: string) => (await Accounts.findById(id).lean())?.balance,
    /** The events in the outbox, in order. */
    outbox: async () => {
      const documents = outboxOf(mongo.connection).find().sort({ order: 1, _id: 1 });
      return (await documents.toArray()).flatMap(({ events }) => events);
    },
    close: async () => {
      await mongo.connection.dropDatabase();
      await mongo.close();
    },
  };
}

export type MongoWorld = Awaited<ReturnType<typeof createWorld>> & { readonly mongo: Mongo };

export const noted = (key: string, data: unknown = {}) => ({
  type: 'note.taken.v1',
  topic: 'tracking.conversions',
  key,
  data,
});
