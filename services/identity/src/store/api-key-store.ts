import { fromDocument, type Session as MongoSession, toDocument } from '@tributary/mongo';
import { type ApiKey } from '../domain/api-key.ts';
import { type Collections } from './collections.ts';

const actingFor = (userId: string) => ({ $or: [{ userId }, { makerId: userId }] });

/** API keys; in a transaction where a session is given. */
export function apiKeyStore({ apiKeys }: Collections, session: MongoSession | null = null) {
  return {
    create: async (key: ApiKey): Promise<void> => {
      await apiKeys.create(toDocument(key));
    },
    count: (userId: string): Promise<number> => apiKeys.countDocuments({ userId }),
    /** All keys of a user, newest first; their number is bounded. */
    listOf: async (userId: string): Promise<ApiKey[]> => {
      const query = apiKeys.find({ userId }).sort({ createdAt: -1, _id: -1 });
      const documents = await query.session(session).lean();
      return documents.map((document) => fromDocument<ApiKey>(document));
    },
    findByHash: async (keyHash: string): Promise<ApiKey | undefined> => {
      const document = await apiKeys.findOne({ keyHash }).lean();
      return document === null ? undefined : fromDocument<ApiKey>(document);
    },
    /** The deleted key; undefined where the user has no such key. */
    delete: async (id: string, userId: string): Promise<ApiKey | undefined> => {
      const document = await apiKeys.findOneAndDelete({ _id: id, userId }).session(session).lean();
      return document === null ? undefined : fromDocument<ApiKey>(document);
    },
    /** Deletes the keys that a member made for an account. */
    deleteOfMaker: async (userId: string, makerId: string): Promise<void> => {
      await apiKeys.deleteMany({ userId, makerId }, session === null ? {} : { session });
    },
    /** Deletes the keys of an account, and those that its login made for others. */
    deleteAllOf: async (userId: string): Promise<void> => {
      await apiKeys.deleteMany(actingFor(userId)).session(session);
    },
    deleteMadeSince: async (userId: string, since: Date): Promise<void> => {
      const made = { ...actingFor(userId), createdAt: { $gte: since } };
      await apiKeys.deleteMany(made).session(session);
    },
    setLastUsed: async (id: string, now: Date): Promise<void> => {
      await apiKeys.updateOne({ _id: id }, { $set: { lastUsedAt: now } });
    },
  };
}
