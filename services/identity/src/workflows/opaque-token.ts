import { createHash, randomBytes } from 'node:crypto';
import { type PresentedToken } from '../domain/session.ts';
import { type InvitationToken } from '../domain/team-invitation.ts';

const REFRESH_PREFIX = 'trr_';
const API_KEY_PREFIX = 'trk_';
const LINK_PREFIX = 'tra_';
const SECRET_BYTES = 24;
const ID_BYTES = 16;
const REFRESH_PATTERN = /^trr_[\w-]{86}$/;

/** The stored digest of a token. Tokens are long and random, so a slow hash is not needed. */
export const digestOf = (secret: string | Buffer): string =>
  createHash('sha256').update(secret).digest('base64url');

export interface IssuedRefreshToken {
  readonly text: string;
  readonly token: PresentedToken;
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function assemble(sessionId: string, family: Buffer, own: Buffer): IssuedRefreshToken {
  const bytes = Buffer.concat([bytesOfId(sessionId), family, own]);
  return {
    text: `${REFRESH_PREFIX}${bytes.toString('base64url')}`,
    token: { sessionId, familyHash: digestOf(family), currentHash: digestOf(own) },
  };
}

/** The first refresh token of a session. */
export const firstRefreshToken = (sessionId: string): IssuedRefreshToken =>
  assemble(sessionId, randomBytes(SECRET_BYTES), randomBytes(SECRET_BYTES));

const partsOf = (text: string): { sessionId: string; family: Buffer; own: Buffer } | undefined => {
  if (!REFRESH_PATTERN.test(text)) return undefined;
  const bytes = Buffer.from(text.slice(REFRESH_PREFIX.length), 'base64url');
  return {
    sessionId: idOfBytes(bytes.subarray(0, ID_BYTES)),
    family: bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES),
    own: bytes.subarray(ID_BYTES + SECRET_BYTES),
  };
};

/** The parts of a refresh token; undefined for any other text. */
export function parseRefreshToken(text: string): PresentedToken | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { sessionId, family, own } = parts;
  return { sessionId, familyHash: digestOf(family), currentHash: digestOf(own) };
}

/** The successor of a refresh token, of the same family. */
export function nextRefreshToken(text: string): IssuedRefreshToken {
  const parts = partsOf(text);
  if (parts === undefined) throw new Error('Only a refresh token has a successor');
  return assemble(parts.sessionId, parts.family, randomBytes(SECRET_BYTES));
}

const INVITATION_PREFIX = 'tri_';

/** A new token of an invitation, with its digest. */
export function newInvitationToken(): InvitationToken {
  const text = `${INVITATION_PREFIX}${randomBytes(32).toString('base64url')}`;
  return { text, hash: digestOf(text) };
}

/** The token of a new link that is mailed to the owner of an account. */
export const newLinkToken = (): string => `${LINK_PREFIX}${randomBytes(32).toString('base64url')}`;

const CHALLENGE_PREFIX = 'trc_';

/** The token of a sign-in that waits for its second factor. */
export const newChallengeToken = (): string =>
  `${CHALLENGE_PREFIX}${randomBytes(32).toString('base64url')}`;

/** A new API key. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
