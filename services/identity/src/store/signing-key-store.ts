import { isDuplicateKey } from '@tributary/mongo';
import { type Collections, type SigningKeyDocument } from './collections.ts';

export type { SigningKeyDocument } from './collections.ts';

/** The key pairs that sign access tokens. */
export function signingKeyStore({ signingKeys }: Collections) {
  return {
    list: (): Promise<SigningKeyDocument[]> =>
      signingKeys.find().sort({ generation: 1 }).lean().exec(),
    /** False where another instance created this generation first. */
    create: async (document: SigningKeyDocument): Promise<boolean> => {
      try {
        await signingKeys.create(document);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    delete: async (kids: readonly string[]): Promise<void> => {
      await signingKeys.deleteMany({ _id: { $in: kids } });
    },
  };
}

export type SigningKeyStore = ReturnType<typeof signingKeyStore>;
