import { type Mongo, rewriteDocuments } from '@tributary/mongo';
import { type SecretCipher } from '../clients/secret-cipher.ts';
import { type OldSecret } from '../domain/endpoint.ts';
import { collections, type EndpointDocument } from './collections.ts';

/** Encrypts the stored secrets by the first key, where another did. */
export async function reencryptSecrets(connection: Mongo['connection'], cipher: SecretCipher) {
  const renewedOld = (old: OldSecret, endpointId: string): OldSecret | undefined => {
    const secret = cipher.renew(old.secret, endpointId);
    return secret === undefined ? undefined : { ...old, secret };
  };
  const renewedList = (list: readonly OldSecret[], endpointId: string) => {
    const renewed = list.map((old) => renewedOld(old, endpointId));
    if (renewed.every((old) => old === undefined)) return undefined;
    return list.map((old, index) => renewed[index] ?? old);
  };
  return {
    endpoints: await rewriteDocuments<EndpointDocument>(
      connection,
      collections.endpoints,
      ({ _id: id, secret, previousSecret, earlierSecrets = [] }) => ({
        secret: cipher.renew(secret, id),
        previousSecret: previousSecret === null ? undefined : renewedOld(previousSecret, id),
        earlierSecrets: renewedList(earlierSecrets, id),
      }),
    ),
  };
}
