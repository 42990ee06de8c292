import { createHmac } from 'node:crypto';
import { isSignedByAny } from '@tributary/service';

/** The unsubscribe links of e-mails. Their token authorizes one thing without a sign-in: to disable e-mails. */
export interface UnsubscribeLinks {
  urlFor(userId: string): string;
  /** The user of a token; undefined for an invalid token. */
  userIdOf(token: string): string | undefined;
}

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** Part of the signed text, so that no other use of the key creates a valid token. */
const PURPOSE = 'unsubscribe e-mail\n';

/**
 * A token is the user's id and its keyed hash. Tokens do not expire, because a link must work for as long
 * as its e-mail exists.
 * @param keys 32 bytes each; the first signs, all verify
 */
export function openUnsubscribeLinks(
  keys: readonly [Buffer, ...Buffer[]],
  publicUrl: string,
): UnsubscribeLinks {
  const signer =
    (id: Buffer) =>
    (key: Buffer): Buffer =>
      createHmac('sha256', key).update(PURPOSE).update(id).digest().subarray(0, MAC_BYTES);
  const tokenFor = (userId: string): string => {
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, signer(id)(keys[0])]).toString('base64url');
  };
  return {
    urlFor: (userId) => `${publicUrl}/api/notifications/unsubscribe?token=${tokenFor(userId)}`,
    userIdOf: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder skips unknown characters; only the canonical spelling is valid.
      if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) {
        return undefined;
      }
      const id = bytes.subarray(0, ID_BYTES);
      if (!isSignedByAny(keys, bytes.subarray(ID_BYTES), signer(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
