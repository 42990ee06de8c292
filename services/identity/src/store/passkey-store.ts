import { conflict } from '@tributary/errors';
import {
  fromDocument,
  isDuplicateKey,
  type Session as MongoSession,
  toDocument,
} from '@tributary/mongo';
import { type Passkey } from '../domain/passkey.ts';
import { type Collections } from './collections.ts';

const refuseRegistered = (error: unknown): never => {
  if (!isDuplicateKey(error, 'credentialId')) throw error;
  throw conflict('passkey_registered', { message: 'This passkey is registered already' });
};

/** Passkeys; in a transaction where a session is given. */
export function passkeyStore({ passkeys }: Collections, session: MongoSession | null = null) {
  const within = session === null ? {} : { session };
  return {
    /** @throws conflict `passkey_registered` */
    create: async (passkey: Passkey): Promise<void> => {
      await passkeys.create([toDocument(passkey)], within).catch(refuseRegistered);
    },
    /** All passkeys of a login, newest first; their number is bounded. */
    listOf: async (userId: string): Promise<Passkey[]> => {
      const query = passkeys.find({ userId }).sort({ createdAt: -1, _id: -1 });
      const documents = await query.session(session).lean();
      return documents.map((document) => fromDocument<Passkey>(document));
    },
    isAnyOf: async (userId: string): Promise<boolean> =>
      (await passkeys.exists({ userId }).session(session)) !== null,
    findByCredential: async (credentialId: string): Promise<Passkey | undefined> => {
      const document = await passkeys.findOne({ credentialId }).session(session).lean();
      return document === null ? undefined : fromDocument<Passkey>(document);
    },
    /** The passkey before; undefined where the login has no such passkey. */
    rename: async (id: string, userId: string, name: string): Promise<Passkey | undefined> => {
      const query = passkeys.findOneAndUpdate(
        { _id: id, userId },
        { $set: { name } },
        { returnDocument: 'before' },
      );
      const document = await query.session(session).lean();
      return document === null ? undefined : fromDocument<Passkey>(document);
    },
    /** The deleted passkey; undefined where the login has no such passkey. */
    delete: async (id: string, userId: string): Promise<Passkey | undefined> => {
      const document = await passkeys.findOneAndDelete({ _id: id, userId }).session(session).lean();
      return document === null ? undefined : fromDocument<Passkey>(document);
    },
    /** Records a use, unless another one has recorded as high a counter meanwhile. */
    recordUse: async (id: string, signCount: number, now: Date): Promise<boolean> => {
      const lower = signCount === 0 ? { signCount: 0 } : { signCount: { $lt: signCount } };
      const used = { $set: { signCount, lastUsedAt: now } };
      return (await passkeys.updateOne({ _id: id, ...lower }, used, within)).matchedCount === 1;
    },
    /** Marks that the passkey may have been copied. False where it is marked already. */
    suspectCopy: async (id: string, now: Date): Promise<boolean> => {
      const unmarked = { _id: id, copySuspectedAt: null };
      const marked = { $set: { copySuspectedAt: now } };
      return (await passkeys.updateOne(unmarked, marked, within)).modifiedCount === 1;
    },
    deleteAllOf: async (userId: string): Promise<void> => {
      await passkeys.deleteMany({ userId }, within);
    },
    deleteMadeSince: async (userId: string, since: Date): Promise<void> => {
      await passkeys.deleteMany({ userId, createdAt: { $gte: since } }, within);
    },
  };
}
