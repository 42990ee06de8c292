import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type PresentedToken } from '../domain/session.ts';
import { type InvitationToken } from '../domain/team-invitation.ts';

const API_KEY_PREFIX = 'trk_';
const LINK_PREFIX = 'tra_';
const SECRET_BYTES = 24;
const ID_BYTES = 16;

/** The stored digest of a token. Tokens are long and random, so a slow hash is not needed. */
export const digestOf = (secret: string | Buffer): string =>
  createHash('sha256').update(secret).digest('base64url');

/** The form of a session's secret. The digests of one form are worthless as the other's. */
interface SecretForm {
  readonly prefix: string;
  readonly label: string;
}

const refreshForm: SecretForm = { prefix: 'trr_', label: '' };
const cookieForm: SecretForm = { prefix: 'trs_', label: 'cookie ' };

/** A refresh token or cookie as it is issued. */
export interface IssuedSecret {
  readonly text: string;
  readonly token: PresentedToken;
}

interface SecretParts {
  readonly sessionId: string;
  readonly family: Buffer;
  readonly own: Buffer;
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function presentedOf(
  { label }: SecretForm,
  { sessionId, family, own }: SecretParts,
): PresentedToken {
  const hash = (part: Buffer) => digestOf(Buffer.concat([Buffer.from(label), part]));
  return { sessionId, familyHash: hash(family), currentHash: hash(own) };
}

function assemble(form: SecretForm, parts: SecretParts): IssuedSecret {
  const bytes = Buffer.concat([bytesOfId(parts.sessionId), parts.family, parts.own]);
  const text = `${form.prefix}${bytes.toString('base64url')}`;
  return { text, token: presentedOf(form, parts) };
}

const first = (form: SecretForm, sessionId: string): IssuedSecret =>
  assemble(form, {
    sessionId,
    family: randomBytes(SECRET_BYTES),
    own: randomBytes(SECRET_BYTES),
  });

function partsOf({ prefix }: SecretForm, text: string): SecretParts | undefined {
  if (!text.startsWith(prefix) || !/^[\w-]{86}$/.test(text.slice(prefix.length))) return undefined;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  return {
    sessionId: idOfBytes(bytes.subarray(0, ID_BYTES)),
    family: bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES),
    own: bytes.subarray(ID_BYTES + SECRET_BYTES),
  };
}

function parse(form: SecretForm, text: string): PresentedToken | undefined {
  const parts = partsOf(form, text);
  return parts === undefined ? undefined : presentedOf(form, parts);
}

function successor(form: SecretForm, text: string, ownOf: (parts: SecretParts) => Buffer) {
  const parts = partsOf(form, text);
  if (parts === undefined) throw new Error('Only a secret of this form has a successor');
  return assemble(form, { ...parts, own: ownOf(parts) });
}

/** The first refresh token of a session. */
export const firstRefreshToken = (sessionId: string): IssuedSecret => first(refreshForm, sessionId);

/** The parts of a refresh token; undefined for any other text. */
export const parseRefreshToken = (text: string): PresentedToken | undefined =>
  parse(refreshForm, text);

/** The successor of a refresh token, of the same family. */
export const nextRefreshToken = (text: string): IssuedSecret =>
  successor(refreshForm, text, () => randomBytes(SECRET_BYTES));

/** The first cookie of a session of a browser. */
export const firstSessionCookie = (sessionId: string): IssuedSecret => first(cookieForm, sessionId);

/** The parts of a session cookie; undefined for any other text. */
export const parseSessionCookie = (text: string): PresentedToken | undefined =>
  parse(cookieForm, text);

/** The key by which the successors of a session's cookies are derived. */
export const newSuccessorKey = (): string => randomBytes(32).toString('base64url');

/**
 * The successor of a session cookie, always the same for one time of issue. It needs the cookie as well as
 * the key, so that neither a thief of the cookie nor a reader of the database knows it.
 */
export const nextSessionCookie = (
  text: string,
  { successorKey, issuedAt }: { readonly successorKey: string; readonly issuedAt: Date },
): IssuedSecret =>
  successor(cookieForm, text, ({ own }) =>
    createHmac('sha256', Buffer.from(successorKey, 'base64url'))
      .update(own)
      .update(issuedAt.toISOString())
      .digest()
      .subarray(0, SECRET_BYTES),
  );

const INVITATION_PREFIX = 'tri_';

/** A new token of an invitation, with its digest. */
export function newInvitationToken(): InvitationToken {
  const text = `${INVITATION_PREFIX}${randomBytes(32).toString('base64url')}`;
  return { text, hash: digestOf(text) };
}

/** The token of a new link that is mailed to the owner of an account. */
export const newLinkToken = (): string => `${LINK_PREFIX}${randomBytes(32).toString('base64url')}`;

const PASSKEY_PREFIX = 'trp_';
const CHALLENGE_PREFIX = 'trc_';

/** The token of a challenge for a passkey. */
export const newPasskeyToken = (): string =>
  `${PASSKEY_PREFIX}${randomBytes(32).toString('base64url')}`;

/** The token of a sign-in that waits for its second factor. */
export const newChallengeToken = (): string =>
  `${CHALLENGE_PREFIX}${randomBytes(32).toString('base64url')}`;

/** The secret of a cookie that binds a redirect to its browser. */
export const newBrowserSecret = (): string => `trb_${randomBytes(32).toString('base64url')}`;

/** The code of a redirect that the provider has answered. */
export const newOidcCode = (): string => `tro_${randomBytes(32).toString('base64url')}`;

/** A new API key. */
export const newApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
