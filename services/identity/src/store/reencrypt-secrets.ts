import { type DocumentOf, type Mongo, rewriteDocuments } from '@tributary/mongo';
import { type SecretCipher } from '../clients/secret-cipher.ts';
import { type SecondFactor, secretContext } from '../domain/second-factor.ts';
import { collections, type SigningKeyDocument } from './collections.ts';

/** Encrypts the stored secrets by the first key, where another did. */
export async function reencryptSecrets(connection: Mongo['connection'], cipher: SecretCipher) {
  const { signingKeys, secondFactors } = collections;
  return {
    signing_keys: await rewriteDocuments<SigningKeyDocument>(
      connection,
      signingKeys,
      ({ _id: kid, sealedPrivateKey }) => ({
        sealedPrivateKey: cipher.renew(sealedPrivateKey, kid),
      }),
    ),
    second_factors: await rewriteDocuments<DocumentOf<SecondFactor>>(
      connection,
      secondFactors,
      ({ _id: userId, sealedSecret }) => ({
        sealedSecret: cipher.renew(sealedSecret, secretContext(userId)),
      }),
    ),
  };
}
