import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const ATTESTED = 0x40;

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
}

/** What an answer states wrongly. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
  /** The signature counter instead of the next one. */
  readonly counter?: number;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  /** Signs with another key. */
  readonly key?: KeyObject;
  /** An attestation with a certificate. */
  readonly certificate?: Buffer;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of a byte string of 24 to 65,535 bytes, its length in as few bytes as possible. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
/** CBOR of a text below 24 bytes. */
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** The COSE form of an ES256 key. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) => [
    Buffer.from([label]),
    cborBytes(Buffer.from(value, 'base64url')),
  ];
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, ...coordinate(0x21, x), ...coordinate(0x22, y)]);
}

/** CBOR of an attestation without a statement, or of one with a certificate. */
function attestationOf(authData: Buffer, certificate: Buffer | undefined): Buffer {
  const statement =
    certificate === undefined
      ? Buffer.from([0xa0])
      : Buffer.concat([
          Buffer.from([0xa3]),
          ...[cborText('alg'), Buffer.from([0x26]), cborText('sig'), cborBytes(randomBytes(70))],
          ...[cborText('x5c'), Buffer.from([0x81]), cborBytes(certificate)],
        ]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText('fmt'), cborText(certificate === undefined ? 'none' : 'packed')],
    ...[cborText('attStmt'), statement, cborText('authData'), cborBytes(authData)],
  ]);
}

/** The signed statement of a browser. */
function clientData(stated: { type: string; challenge: string; origin: string }, wrong: Deviation) {
  const { type, challenge, origin, crossOrigin } = { crossOrigin: false, ...stated, ...wrong };
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

const flagsOf = (flags: Readonly<Record<number, boolean>>): number =>
  Object.entries(flags).reduce((sum, [flag, isSet]) => sum + (isSet ? Number(flag) : 0), 0);

interface AuthenticatorState {
  readonly counter: number;
  readonly isSynced: boolean;
  readonly rpId: string;
}

/** What an authenticator states of itself and its user, with the new credential where it made one. */
function authenticatorData(
  state: AuthenticatorState,
  { isUserPresent = true, isUserVerified = true, ...deviation }: Deviation,
  attested = Buffer.alloc(0),
): Buffer {
  const flags = flagsOf({
    [USER_PRESENT]: isUserPresent,
    [USER_VERIFIED]: isUserVerified,
    [BACKUP_ELIGIBLE]: state.isSynced,
    [ATTESTED]: attested.length > 0,
  });
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(deviation.counter ?? state.counter);
  const rpIdHash = sha256(deviation.rpId ?? state.rpId);
  return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested]);
}

/** An authenticator with one ES256 passkey, for the site of `origin`. Its answers can be wrong. */
export function openSoftwareAuthenticator(
  origin: string,
  { isSynced = false, counts = true }: { isSynced?: boolean; counts?: boolean } = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  let counter = 0;
  let userHandle = '';
  const nextState = (): AuthenticatorState => {
    if (counts) counter += 1;
    return { counter, isSynced, rpId: new URL(origin).hostname };
  };
  return {
    id,
    /** Makes the passkey for the user of the options. */
    create: ({ challenge, user }: CreationOptions, deviation: Deviation = {}) => {
      userHandle = user.id;
      const length = Buffer.from([0, credentialId.length]);
      const attested = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)];
      const authData = authenticatorData(nextState(), deviation, Buffer.concat(attested));
      const signed = clientData({ type: 'webauthn.create', challenge, origin }, deviation);
      const clientDataJSON = signed.toString('base64url');
      const attestationObject = attestationOf(authData, deviation.certificate).toString(
        'base64url',
      );
      const response = { clientDataJSON, attestationObject, transports: ['internal'] };
      return { ...credential, response };
    },
    /** Signs the challenge of the options by the passkey. */
    get: ({ challenge }: RequestOptions, { key = privateKey, ...deviation }: Deviation = {}) => {
      const authData = authenticatorData(nextState(), deviation);
      const stated = clientData({ type: 'webauthn.get', challenge, origin }, deviation);
      const signature = sign('sha256', Buffer.concat([authData, sha256(stated)]), key);
      const response = {
        clientDataJSON: stated.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? userHandle,
      };
      return { ...credential, response };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof openSoftwareAuthenticator>;
