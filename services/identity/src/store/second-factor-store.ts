import {
  fromDocument,
  isDuplicateKey,
  type Session as MongoSession,
  toDocument,
} from '@tributary/mongo';
import { alreadyEnrolled, type SecondFactor } from '../domain/second-factor.ts';
import { type Collections } from './collections.ts';

/** Second factors by person; in a transaction where a session is given. */
export function secondFactorStore(
  { secondFactors }: Collections,
  session: MongoSession | null = null,
) {
  const isChanged = async (
    filter: Readonly<Record<string, unknown>>,
    update: Readonly<Record<string, unknown>>,
  ): Promise<boolean> =>
    (await secondFactors.updateOne(filter, update).session(session)).modifiedCount === 1;
  return {
    /** The factor, confirmed or not. */
    find: async (userId: string): Promise<SecondFactor | undefined> => {
      const document = await secondFactors.findById(userId).session(session).lean();
      return document === null ? undefined : fromDocument<SecondFactor>(document);
    },
    /** Whether the person's sign-ins require a second factor. */
    isRequired: async (userId: string): Promise<boolean> => {
      const confirmed = { _id: userId, confirmedAt: { $ne: null } };
      return (await secondFactors.exists(confirmed).session(session)) !== null;
    },
    /** Saves an enrolment in place of an unconfirmed one. @throws conflict `second_factor_enrolled` */
    saveUnconfirmed: async (factor: SecondFactor): Promise<void> => {
      try {
        await secondFactors
          .replaceOne({ _id: factor.id, confirmedAt: null }, toDocument(factor), { upsert: true })
          .session(session);
      } catch (error) {
        throw isDuplicateKey(error, '_id') ? alreadyEnrolled(error) : error;
      }
    },
    /** False where the enrolment was confirmed or replaced meanwhile. */
    confirm: (
      { id, sealedSecret }: SecondFactor,
      confirmed: Pick<SecondFactor, 'confirmedAt' | 'lastStep' | 'recoveryHashes'>,
    ): Promise<boolean> =>
      isChanged({ _id: id, sealedSecret, confirmedAt: null }, { $set: confirmed }),
    /** Uses up the code of a step. Of several requests with one code, one gets true. */
    useStep: (id: string, step: number): Promise<boolean> =>
      isChanged({ _id: id, lastStep: { $lt: step } }, { $set: { lastStep: step } }),
    /** Uses up a recovery code. Of several requests with one code, one gets true. */
    useRecoveryHash: (id: string, hash: string): Promise<boolean> =>
      isChanged({ _id: id, recoveryHashes: hash }, { $pull: { recoveryHashes: hash } }),
    saveRecoveryHashes: async (id: string, recoveryHashes: readonly string[]): Promise<void> => {
      await isChanged({ _id: id }, { $set: { recoveryHashes } });
    },
    /** Deletes the factor where it was confirmed then or later. False where there is none such. */
    deleteConfirmedSince: async (userId: string, since: Date): Promise<boolean> => {
      const filter = { _id: userId, confirmedAt: { $gte: since } };
      return (await secondFactors.deleteOne(filter).session(session)).deletedCount === 1;
    },
    /** Deletes the factor and returns it, where there is a confirmed one. */
    delete: async (userId: string): Promise<SecondFactor | undefined> => {
      const confirmed = { _id: userId, confirmedAt: { $ne: null } };
      const document = await secondFactors.findOneAndDelete(confirmed).session(session).lean();
      return document === null ? undefined : fromDocument<SecondFactor>(document);
    },
  };
}
