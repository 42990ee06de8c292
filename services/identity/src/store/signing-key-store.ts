import { isDuplicateKey } from '@tributary/mongo';
import { type Models, type SigningKeyRow } from './models.ts';

export type { SigningKeyRow } from './models.ts';

/** The key pairs that sign access tokens. */
export function signingKeyStore({ signingKeys }: Models) {
  return {
    list: (): Promise<SigningKeyRow[]> => signingKeys.find().sort({ generation: 1 }).lean().exec(),
    /** False where another instance created this generation first. */
    create: async (row: SigningKeyRow): Promise<boolean> => {
      try {
        await signingKeys.create(row);
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
