import mongoose from 'mongoose';
import { DAY_SECONDS } from '@tributary/units';
import { type ApiKey } from '../domain/api-key.ts';
import { type Session } from '../domain/session.ts';
import { type User } from '../domain/user.ts';

/** A domain record as MongoDB stores it: its id is `_id`. */
export type Row<Record extends { readonly id: string }> = Omit<Record, 'id'> & {
  readonly _id: string;
};

export interface SigningKeyRow {
  /** The key id (kid). */
  readonly _id: string;
  readonly generation: number;
  readonly signsFrom: Date;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** PKCS #8 PEM, encrypted. */
  readonly sealedPrivateKey: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const date = { type: Date, required: true } as const;
const optionalDate = { type: Date, default: null } as const;
const settings = { versionKey: false, strict: 'throw' } as const;

/** Shard key: `_id`, hashed. Kept until the account is erased. */
const userSchema = new mongoose.Schema<Row<User>>(
  {
    _id: text,
    role: text,
    plan: text,
    status: text,
    email: text,
    passwordHash: text,
    name: text,
    company: optionalText,
    country: optionalText,
    phone: optionalText,
    website: optionalText,
    marketingChannels: [String],
    tokensRevokedAt: optionalDate,
    createdAt: date,
    updatedAt: date,
  },
  settings,
)
  // On a sharded cluster a collection sharded by `email` has to ensure uniqueness.
  .index({ email: 1 }, { unique: true })
  .index({ createdAt: -1, _id: -1 })
  .index({ role: 1, createdAt: -1, _id: -1 })
  .index({ status: 1, createdAt: -1, _id: -1 })
  .index(
    { tokensRevokedAt: 1 },
    { partialFilterExpression: { tokensRevokedAt: { $type: 'date' } } },
  );

/** Shard key: `_id`, hashed. A session is dropped 30 days after its last refresh. */
const sessionSchema = new mongoose.Schema<Row<Session>>(
  {
    _id: text,
    userId: text,
    familyHash: text,
    currentHash: text,
    createdAt: date,
    rotatedAt: date,
    expiresAt: date,
    revokedAt: optionalDate,
  },
  settings,
)
  .index({ userId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Shard key: `keyHash`, hashed, because every request with a key finds it so. Kept until deleted. */
const apiKeySchema = new mongoose.Schema<Row<ApiKey>>(
  {
    _id: text,
    userId: text,
    name: text,
    scopes: [String],
    keyHash: text,
    lastCharacters: text,
    createdAt: date,
    expiresAt: optionalDate,
    lastUsedAt: optionalDate,
  },
  settings,
)
  .index({ keyHash: 1 }, { unique: true })
  .index({ userId: 1, createdAt: -1, _id: -1 });

/** A handful of rows, unsharded. Deleted when every token signed by the key has expired. */
const signingKeySchema = new mongoose.Schema<SigningKeyRow>(
  {
    _id: text,
    generation: { type: Number, required: true },
    signsFrom: date,
    publicJwk: { type: Object, required: true },
    sealedPrivateKey: text,
    createdAt: date,
  },
  settings,
).index({ generation: 1 }, { unique: true });

/** Marks that an API limit of an account was published. */
export interface UsageNoteRow {
  readonly _id: string;
  readonly notedAt: Date;
}

const USAGE_NOTES_KEPT_SECONDS = 100 * DAY_SECONDS;

/** Shard key: `_id`, hashed. Kept longer than the month of the limit. */
const usageNoteSchema = new mongoose.Schema<UsageNoteRow>(
  { _id: text, notedAt: date },
  settings,
).index({ notedAt: 1 }, { expireAfterSeconds: USAGE_NOTES_KEPT_SECONDS });

export const openModels = (connection: mongoose.Connection) => ({
  users: connection.model('User', userSchema, 'users'),
  sessions: connection.model('Session', sessionSchema, 'sessions'),
  apiKeys: connection.model('ApiKey', apiKeySchema, 'api_keys'),
  usageNotes: connection.model('UsageNote', usageNoteSchema, 'usage_notes'),
  signingKeys: connection.model('SigningKey', signingKeySchema, 'signing_keys'),
});
export type Models = ReturnType<typeof openModels>;

/** A record without its id, and the id as MongoDB's. */
export const toRow = <Domain extends { readonly id: string }>({
  id,
  ...rest
}: Domain): Row<Domain> => ({ _id: id, ...rest });

export const fromRow = <Domain extends { readonly id: string }>(row: Row<Domain>): Domain => {
  const { _id, ...rest } = row;
  return { id: _id, ...rest } as unknown as Domain;
};
