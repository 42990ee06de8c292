import {
  type CollectionsOf,
  defineCollection,
  type DocumentOf,
  field,
  erasures,
} from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import { type AccountLink } from '../domain/account-link.ts';
import { type ApiKey } from '../domain/api-key.ts';
import { type Membership } from '../domain/membership.ts';
import { type SecondFactor } from '../domain/second-factor.ts';
import { type Session } from '../domain/session.ts';
import { type SignInChallenge } from '../domain/sign-in-challenge.ts';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type User } from '../domain/user.ts';
import { oidcCollections } from './oidc-collections.ts';
import { passkeyCollections } from './passkey-collections.ts';
import { apiRequests } from './api-request-collection.ts';
import { auditChains, auditEntries } from './audit-collections.ts';
import { restatements } from './restatement-collections.ts';

export type UserDocument = DocumentOf<User>;
export type SessionDocument = DocumentOf<Session>;
export type AccountLinkDocument = DocumentOf<AccountLink>;
export type ApiKeyDocument = DocumentOf<ApiKey>;
type SecondFactorDocument = DocumentOf<SecondFactor>;
type SignInChallengeDocument = DocumentOf<SignInChallenge>;

export interface SigningKeyDocument {
  /** The key id (kid). */
  readonly _id: string;
  readonly generation: number;
  readonly signsFrom: Date;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** PKCS #8 PEM, encrypted. */
  readonly sealedPrivateKey: string;
  readonly createdAt: Date;
}

/** A request for a password reset. */
export interface ResetRequestDocument {
  readonly _id: string;
  readonly email: string;
  readonly expiresAt: Date;
}

/** Marks that an API limit of an account was published. */
export interface UsageNoteDocument {
  readonly _id: string;
  readonly notedAt: Date;
}

const { text, optionalText, date, optionalDate, texts } = field;

const users = defineCollection<UserDocument>({
  name: 'users',
  shardKey: { unsharded: 'e-mail addresses are unique among all accounts, and change' },
  retention: { until: 'the account is erased' },
  personal: [
    {
      of: 'account',
      fields: ['email', 'passwordHash', 'name', 'company', 'country', 'phone', 'website', 'locale'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
  exports: {
    by: ['_id'],
    fields: [
      'role',
      'plan',
      'status',
      'email',
      'emailVerifiedAt',
      'name',
      'company',
      'country',
      'phone',
      'website',
      'marketingChannels',
      'locale',
      'createdAt',
      'updatedAt',
    ],
  },
  fields: {
    _id: text,
    role: text,
    plan: text,
    status: text,
    email: text,
    emailVerifiedAt: optionalDate,
    passwordHash: text,
    name: text,
    company: optionalText,
    country: optionalText,
    phone: optionalText,
    website: optionalText,
    marketingChannels: texts,
    tokensRevokedAt: optionalDate,
    deletionDueAt: Date,
    locale: String,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    {
      key: { deletionDueAt: 1 },
      partialFilterExpression: { deletionDueAt: { $type: 'date' } },
    },
    { key: { email: 1 }, unique: true },
    { key: { createdAt: -1, _id: -1 } },
    { key: { role: 1, createdAt: -1, _id: -1 } },
    { key: { status: 1, createdAt: -1, _id: -1 } },
    {
      key: { tokensRevokedAt: 1 },
      partialFilterExpression: { tokensRevokedAt: { $type: 'date' } },
    },
  ],
});

// The refresh moves `expiresAt`: a session is deleted 30 days after its last refresh.
const sessions = defineCollection<SessionDocument>({
  name: 'sessions',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: [{ of: 'account', fields: ['device', 'network'], by: ['userId'], erased: 'deleted' }],
  exports: {
    by: ['userId'],
    fields: ['device', 'network', 'createdAt', 'rotatedAt', 'expiresAt', 'revokedAt'],
  },
  fields: {
    _id: text,
    userId: text,
    accountId: { type: String },
    familyHash: text,
    currentHash: text,
    authMethods: { type: [String], default: undefined },
    device: optionalText,
    network: optionalText,
    authenticatedAt: { type: Date },
    createdAt: date,
    rotatedAt: date,
    expiresAt: date,
    revokedAt: optionalDate,
    browser: { type: Object, default: undefined },
  },
  indexes: [
    { key: { userId: 1, network: 1 } },
    { key: { revokedAt: 1 }, partialFilterExpression: { revokedAt: { $type: 'date' } } },
  ],
});

const apiKeys = defineCollection<ApiKeyDocument>({
  name: 'api_keys',
  // Every request with a key finds it by its hash.
  shardKey: { keyHash: 'hashed' },
  retention: { until: 'the user deletes the key' },
  personal: [
    {
      of: 'account',
      fields: ['name', 'allowedAddresses'],
      by: ['userId', 'makerId'],
      erased: 'deleted',
    },
  ],
  exports: {
    by: ['userId'],
    fields: [
      'name',
      'scopes',
      'allowedAddresses',
      'lastCharacters',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
    ],
  },
  fields: {
    _id: text,
    userId: text,
    makerId: { type: String },
    name: text,
    scopes: texts,
    allowedAddresses: texts,
    keyHash: text,
    lastCharacters: text,
    createdAt: date,
    expiresAt: optionalDate,
    lastUsedAt: optionalDate,
  },
  indexes: [
    { key: { keyHash: 1 }, unique: true },
    { key: { userId: 1, createdAt: -1, _id: -1 } },
    { key: { makerId: 1 }, sparse: true },
  ],
});

const memberships = defineCollection<DocumentOf<Membership>>({
  name: 'memberships',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  exports: { by: ['memberId'], fields: ['accountId', 'role', 'status', 'createdAt', 'updatedAt'] },
  fields: {
    _id: text,
    accountId: text,
    memberId: text,
    role: text,
    status: text,
    tokensRevokedAt: optionalDate,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { key: { accountId: 1, status: 1, createdAt: 1, _id: 1 } },
    { key: { memberId: 1, status: 1, createdAt: 1, _id: 1 } },
    {
      key: { tokensRevokedAt: 1 },
      partialFilterExpression: { tokensRevokedAt: { $type: 'date' } },
    },
  ],
});

const teamInvitations = defineCollection<DocumentOf<TeamInvitation>>({
  name: 'team_invitations',
  shardKey: { unsharded: 'tokens are unique among all invitations, which expire' },
  retention: { field: 'expiresAt', seconds: 90 * DAY_SECONDS },
  personal: [
    {
      of: 'account',
      fields: ['email'],
      by: ['accountId'],
      byAddress: { field: 'email', madeAt: 'createdAt' },
      erased: 'deleted',
    },
  ],
  fields: {
    _id: text,
    accountId: text,
    email: text,
    role: text,
    tokenHash: text,
    invitedBy: text,
    status: text,
    sends: field.number,
    sentAt: date,
    createdAt: date,
    expiresAt: date,
  },
  indexes: [
    { key: { tokenHash: 1 }, unique: true },
    // One open invitation of an address to an account.
    {
      key: { accountId: 1, email: 1 },
      unique: true,
      partialFilterExpression: { status: 'pending' },
    },
    { key: { accountId: 1, createdAt: -1, _id: -1 } },
    { key: { email: 1 } },
  ],
});

export const signingKeys = defineCollection<SigningKeyDocument>({
  name: 'signing_keys',
  shardKey: { unsharded: 'a few keys at a time' },
  retention: { until: 'every token signed by the key has expired' },
  personal: 'none',
  fields: {
    _id: text,
    generation: field.number,
    signsFrom: date,
    publicJwk: { type: Object, required: true },
    sealedPrivateKey: text,
    createdAt: date,
  },
  indexes: [{ key: { generation: 1 }, unique: true }],
});

const usageNotes = defineCollection<UsageNoteDocument>({
  name: 'usage_notes',
  shardKey: { _id: 'hashed' },
  // Longer than the month of the limit.
  retention: { field: 'notedAt', seconds: 100 * DAY_SECONDS },
  personal: 'none',
  fields: { _id: text, notedAt: date },
});

const accountLinks = defineCollection<AccountLinkDocument>({
  name: 'account_links',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: [{ of: 'account', fields: ['email'], by: ['userId'], erased: 'deleted' }],
  fields: { _id: text, userId: text, purpose: text, email: text, since: date, expiresAt: date },
  indexes: [{ key: { userId: 1, purpose: 1 } }, { key: { email: 1, purpose: 1 } }],
});

const resetRequests = defineCollection<ResetRequestDocument>({
  name: 'reset_requests',
  shardKey: { _id: 'hashed' },
  // Longer than a link would be valid.
  retention: { field: 'expiresAt', seconds: 0 },
  personal: [
    {
      of: 'account',
      fields: ['email'],
      erased: { kept: 'until the mail is sent, 1 hour at most' },
    },
  ],
  fields: { _id: text, email: text, expiresAt: date },
});

const secondFactors = defineCollection<SecondFactorDocument>({
  name: 'second_factors',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the person disables it, or an administrator removes it' },
  personal: [
    { of: 'account', fields: ['sealedSecret', 'recoveryHashes'], by: ['_id'], erased: 'deleted' },
  ],
  fields: {
    _id: text,
    sealedSecret: text,
    confirmedAt: optionalDate,
    lastStep: field.number,
    recoveryHashes: texts,
    createdAt: date,
  },
});

const signInChallenges = defineCollection<SignInChallengeDocument>({
  name: 'sign_in_challenges',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: 'none',
  fields: {
    _id: text,
    userId: text,
    accountId: { type: String },
    authMethods: texts,
    attempts: field.number,
    createdAt: date,
    expiresAt: date,
  },
});

export const collections = {
  users,
  sessions,
  accountLinks,
  resetRequests,
  apiKeys,
  memberships,
  teamInvitations,
  signingKeys,
  usageNotes,
  apiRequests,
  restatements,
  ...oidcCollections,
  ...passkeyCollections,
  secondFactors,
  signInChallenges,
  erasures,
  auditEntries,
  auditChains,
};
export type Collections = CollectionsOf<typeof collections>;
