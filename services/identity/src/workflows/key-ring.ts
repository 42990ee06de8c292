import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Clock } from '@tributary/service';
import { type SecretCipher } from '../clients/secret-cipher.ts';
import {
  decideNextKey,
  type KeyTerm,
  publishedKeysAt,
  type RotationTerms,
  signingKeyAt,
} from '../domain/signing-key.ts';
import { type SigningKeyDocument, type SigningKeyStore } from '../store/signing-key-store.ts';

export interface SigningKey extends KeyTerm {
  readonly privateKey: KeyObject;
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/** The signing keys that this instance has loaded. */
export interface KeyRing {
  /** The key that signs now. */
  current(): SigningKey;
  /** The keys in `/.well-known/jwks.json`. */
  publicKeys(): readonly Readonly<Record<string, unknown>>[];
  /** Creates the next key when it is due, deletes retired keys, and loads other instances' keys. */
  refresh(): Promise<void>;
}

export interface KeyRingOptions {
  readonly store: SigningKeyStore;
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly terms: RotationTerms;
}

const newPair = promisify(generateKeyPair);
const RSA_BITS = 2048;

async function newKey(
  { cipher, clock, newId }: KeyRingOptions,
  next: Omit<KeyTerm, 'kid'>,
): Promise<SigningKeyDocument> {
  const { publicKey, privateKey } = await newPair('rsa', { modulusLength: RSA_BITS });
  const kid = newId();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    _id: kid,
    ...next,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sealedPrivateKey: cipher.encrypt(pem, kid),
    createdAt: clock.now(),
  };
}

/** Opens the ring; the first instance of all creates the first key. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { store, cipher, clock, terms } = options;
  let keys: readonly SigningKey[] = [];

  const decrypted = (document: SigningKeyDocument): SigningKey => ({
    kid: document._id,
    generation: document.generation,
    signsFrom: document.signsFrom,
    publicJwk: document.publicJwk,
    // Parsing a private key is slow, so loaded keys are reused.
    privateKey:
      keys.find(({ kid }) => kid === document._id)?.privateKey ??
      createPrivateKey(cipher.decrypt(document.sealedPrivateKey, document._id)),
  });

  const refresh = async (): Promise<void> => {
    let stored = (await store.list()).map(decrypted);
    const next = decideNextKey(stored, clock.now(), terms);
    if (next !== undefined) {
      // Where another instance was first, its key is used by all.
      await store.create(await newKey(options, next));
      stored = (await store.list()).map(decrypted);
    }
    const published = publishedKeysAt(stored, clock.now(), terms);
    const retired = stored.filter((key) => !published.includes(key)).map(({ kid }) => kid);
    if (retired.length > 0) await store.delete(retired);
    keys = published;
  };

  await refresh();
  return {
    current: () => signingKeyAt(keys, clock.now()),
    publicKeys: () => publishedKeysAt(keys, clock.now(), terms).map(({ publicJwk }) => publicJwk),
    refresh,
  };
}
