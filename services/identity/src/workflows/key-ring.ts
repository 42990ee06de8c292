import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Clock } from '@tributary/service';
import {
  decideNextKey,
  type KeyTerm,
  publishedKeysAt,
  type RotationTerms,
  signingKeyAt,
} from '../domain/signing-key.ts';
import { type Seal } from '../clients/secret-cipher.ts';
import { type SigningKeyRow, type SigningKeyStore } from '../store/signing-key-store.ts';

export interface SigningKey extends KeyTerm {
  readonly privateKey: KeyObject;
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

/** The signing keys as this instance knows them. */
export interface KeyRing {
  /** The key to sign with now. */
  current(): SigningKey;
  /** What `/.well-known/jwks.json` answers. */
  publicKeys(): readonly Readonly<Record<string, unknown>>[];
  /** Makes the next key when it is due, drops what nobody needs, and reads what others made. */
  refresh(): Promise<void>;
}

export interface KeyRingOptions {
  readonly store: SigningKeyStore;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly terms: RotationTerms;
}

const newPair = promisify(generateKeyPair);
const RSA_BITS = 2048;

async function newKey(
  { seal, clock, newId }: KeyRingOptions,
  next: Omit<KeyTerm, 'kid'>,
): Promise<SigningKeyRow> {
  const { publicKey, privateKey } = await newPair('rsa', { modulusLength: RSA_BITS });
  const kid = newId();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    _id: kid,
    ...next,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    sealedPrivateKey: seal.close(pem, kid),
    createdAt: clock.now(),
  };
}

/** Opens the ring; at the first start of all it makes the first key. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { store, seal, clock, terms } = options;
  let keys: readonly SigningKey[] = [];

  const opened = (row: SigningKeyRow): SigningKey => ({
    kid: row._id,
    generation: row.generation,
    signsFrom: row.signsFrom,
    publicJwk: row.publicJwk,
    // Opening a key costs; those we have are kept.
    privateKey:
      keys.find(({ kid }) => kid === row._id)?.privateKey ??
      createPrivateKey(seal.open(row.sealedPrivateKey, row._id)),
  });

  const refresh = async (): Promise<void> => {
    let stored = (await store.list()).map(opened);
    const next = decideNextKey(stored, clock.now(), terms);
    if (next !== undefined) {
      // Where another instance was first, its key is the one that counts for us too.
      await store.create(await newKey(options, next));
      stored = (await store.list()).map(opened);
    }
    const published = publishedKeysAt(stored, clock.now(), terms);
    const outdated = stored.filter((key) => !published.includes(key)).map(({ kid }) => kid);
    if (outdated.length > 0) await store.remove(outdated);
    keys = published;
  };

  await refresh();
  return {
    current: () => signingKeyAt(keys, clock.now()),
    publicKeys: () => publishedKeysAt(keys, clock.now(), terms).map(({ publicJwk }) => publicJwk),
    refresh,
  };
}
