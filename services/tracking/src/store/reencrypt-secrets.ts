import { type Mongo, rewriteDocuments } from '@tributary/mongo';
import { type Cipher } from '../clients/cipher.ts';
import {
  collections,
  type IntegrationDocument,
  type TrackingSecretDocument,
} from './collections.ts';

/** Encrypts the stored secrets by the first key, where another did. */
export async function reencryptSecrets(connection: Mongo['connection'], cipher: Cipher) {
  const { secrets, integrations } = collections;
  return {
    tracking_secrets: await rewriteDocuments<TrackingSecretDocument>(
      connection,
      secrets,
      ({ _id: id, brandId, sealed }) => ({ sealed: cipher.renew(sealed, `${brandId} ${id}`) }),
    ),
    integrations: await rewriteDocuments<IntegrationDocument>(
      connection,
      integrations,
      ({ _id: id, brandId, sealedSecret, sealedAccess }) => ({
        sealedSecret: cipher.renew(sealedSecret, `${brandId} ${id}`),
        sealedAccess:
          sealedAccess === null ? undefined : cipher.renew(sealedAccess, `${brandId} ${id}`),
      }),
    ),
  };
}
