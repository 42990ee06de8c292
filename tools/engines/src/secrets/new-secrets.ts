import { createECDH, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

const PRIVATE = 'VAPID_PRIVATE_KEY';
const PUBLIC = 'VAPID_PUBLIC_KEY';

/** The keys of web push belong together, and the settings need a contact beside them. */
function newVapidKeys(): Readonly<Record<string, string>> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const privateKey = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(KEY_BYTES - privateKey.length), privateKey]);
  return {
    [PUBLIC]: pair.getPublicKey('base64url'),
    [PRIVATE]: padded.toString('base64url'),
    VAPID_SUBJECT: 'mailto:push@tributary.example',
  };
}

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** Random values for secret settings: 32 bytes in base64, which fits every one of them. */
export function newSecrets(names: Iterable<string>): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
    if (name === PRIVATE) Object.assign(values, newVapidKeys());
    else values[name] = newKey();
  }
  return values;
}
