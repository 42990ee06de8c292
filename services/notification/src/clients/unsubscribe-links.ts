import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Makes and reads the tokens of unsubscribe links, which stand for a user without a sign-in. */
export interface UnsubscribeTokens {
  make(userId: string): string;
  /** The user that a token stands for; undefined where it is not one of ours. */
  read(token: string): string | undefined;
}

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** What the token may be used for, so that no other use of the key makes one. */
const PURPOSE = 'unsubscribe e-mail\n';

/**
 * A token is the user's id and a keyed hash of it. It does not expire: a link must work for as long
 * as its e-mail is kept, and all it can do is switch e-mails off.
 * @param key 32 bytes
 */
export function unsubscribeTokens(key: Buffer): UnsubscribeTokens {
  const secret = createSecretKey(key);
  const macOf = (id: Buffer): Buffer =>
    createHmac('sha256', secret).update(PURPOSE).update(id).digest().subarray(0, MAC_BYTES);
  return {
    make: (userId) => {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder skips what it does not know; a token has one spelling.
      if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) {
        return undefined;
      }
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
