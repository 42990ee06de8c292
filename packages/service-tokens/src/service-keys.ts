import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import { type ServiceId, serviceIds } from '@tributary/catalog';

/** The Ed25519 key pair of a service as settings contain it: 32 bytes each, base64url. */
export interface ServiceKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The public keys of each service: one, or two while its key pair changes. */
export type PublicKeys = ReadonlyMap<ServiceId, readonly KeyObject[]>;

const KEY_BYTES = 32;
const MAX_KEYS_PER_SERVICE = 2;
/** The bytes of PKCS #8 before those of a private Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_TEXT = /^[\w-]{43}$/;

const privateKeyOf = (bytes: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });

/** The public key that a key is or belongs to, as settings contain it. */
export function publicKeyText(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'jwk' }).x ?? '';
}

function keyPairOf(bytes: Buffer): ServiceKeyPair {
  const publicKey = publicKeyText(privateKeyOf(bytes));
  return { privateKey: bytes.toString('base64url'), publicKey };
}

/** A new random key pair. */
export const newKeyPair = (): ServiceKeyPair => keyPairOf(randomBytes(KEY_BYTES));

/** The key pair of a service in development: everybody can compute it, so production refuses it. */
export const developmentKeyPair = (service: ServiceId): ServiceKeyPair =>
  keyPairOf(hash('sha256', `tributary development key of ${service}`, 'buffer'));

/** The setting with the public keys of all services: `gateway:KEY,identity:KEY,…`. */
export const publicKeysText = (keyPairOf: (service: ServiceId) => ServiceKeyPair): string =>
  serviceIds.map((service) => `${service}:${keyPairOf(service).publicKey}`).join(',');

/** A private key from its setting; undefined where the text is none. */
export function parsePrivateKey(text: string): KeyObject | undefined {
  return KEY_TEXT.test(text) ? privateKeyOf(Buffer.from(text, 'base64url')) : undefined;
}

const isServiceId = (name: string): name is ServiceId => serviceIds.some((id) => id === name);

/** Public keys from their setting; undefined where an entry is none or a service has more than two. */
export function parsePublicKeys(text: string): PublicKeys | undefined {
  const keys = new Map<ServiceId, KeyObject[]>();
  for (const entry of text.split(',')) {
    const [service = '', x = '', ...rest] = entry.trim().split(':');
    if (!isServiceId(service) || !KEY_TEXT.test(x) || rest.length > 0) return undefined;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const known = keys.get(service) ?? [];
    if (known.length === MAX_KEYS_PER_SERVICE) return undefined;
    keys.set(service, [...known, key]);
  }
  return keys;
}
