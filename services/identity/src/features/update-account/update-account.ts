import { conflict, forbidden, invalidFields } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { emailTaken } from '../../domain/account-link.ts';
import { type ApiKey } from '../../domain/api-key.ts';
import { type AccountChanges, type Profile, type User } from '../../domain/user.ts';
import { publishRevocationSoon } from '../../workflows/publish-revocation.ts';
import { requireGoodPassword } from '../../workflows/require-good-password.ts';
import { type AccountStores, saveAccountChange } from '../../workflows/save-account-change.ts';
import { sendAccountLink } from '../../workflows/send-account-link.ts';

export interface AccountInput {
  readonly userId: string;
  readonly profile: Partial<Profile>;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
  /** With a new password: delete all API keys. */
  readonly endApiKeys: boolean;
}

export interface UpdatedAccount {
  readonly user: User;
  /** The address that becomes the account's once it is confirmed. */
  readonly pendingEmail: string | undefined;
  /** After a new password: the API keys that still work. */
  readonly apiKeys?: readonly ApiKey[];
}

type UpdateAccountDeps = Pick<
  Deps,
  | 'users'
  | 'passwords'
  | 'commonPasswords'
  | 'limits'
  | 'transaction'
  | 'clock'
  | 'redis'
  | 'config'
  | 'log'
>;

/** Verifies the current password, because a stolen access token must not change credentials. */
async function verifyOwner(
  { limits, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  user: User,
  { currentPassword }: AccountInput,
): Promise<void> {
  if (currentPassword === undefined) {
    throw invalidFields([
      { path: 'current_password', message: 'Required to change the e-mail address or password' },
    ]);
  }
  await limits.passwordAttempt(user.id);
  if (await passwords.verify(currentPassword, user.passwordHash)) return;
  throw forbidden('wrong_current_password', { message: 'current_password is wrong' });
}

/** The hash of the new password; undefined where the password stays. */
async function newHashOf(
  deps: Pick<Deps, 'passwords' | 'commonPasswords'>,
  user: User,
  { password, email = user.email, profile }: AccountInput,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  requireGoodPassword(deps, password, [{ email, name: profile.name ?? user.name }]);
  return deps.passwords.hash(password);
}

/** Mails a link to the new address of an account whose address is proved. @throws conflict */
async function requestNewEmail(
  stores: AccountStores,
  user: User,
  email: string,
  now: Date,
): Promise<void> {
  const { id: userId } = user;
  const holder = await stores.users.findByEmail(email);
  const isReserved = await stores.accountLinks.isReserved(email, userId, now);
  if (holder !== undefined || isReserved) throw emailTaken();
  // Conflicts with a new password that is set at the same time, which has to delete the link.
  await stores.users.save({ ...user, updatedAt: now });
  await sendAccountLink(stores, { userId, purpose: 'change_email', email }, now);
}

/**
 * Updates the profile and the credentials of an account for its owner. A proved address is replaced
 * once the owner confirms the new one, an unproved one at once. A new password ends all sessions, and
 * all access tokens within seconds.
 * @throws invalid where `currentPassword` is required, or the new password is easy to guess; forbidden
 * `wrong_current_password`; conflict `email_taken`, or `changed_meanwhile` where two requests change
 * the credentials at once
 */
export const updateAccount =
  (deps: UpdateAccountDeps) =>
  async (input: AccountInput): Promise<UpdatedAccount> => {
    const before = await deps.users.get(input.userId);
    const isNewEmail = input.email !== undefined && input.email !== before.email;
    if (isNewEmail || input.password !== undefined) await verifyOwner(deps, before, input);
    const passwordHash = await newHashOf(deps, before, input);
    const updated = await saveUpdate(deps, { before, input, isNewEmail, passwordHash });
    if (passwordHash !== undefined) await publishRevocationSoon(deps, updated.user);
    return updated;
  };

interface Update {
  readonly before: User;
  readonly input: AccountInput;
  readonly isNewEmail: boolean;
  readonly passwordHash: string | undefined;
}

/** The changes that apply at once, and the address that has to be confirmed first. */
function splitUpdate(user: User, { input, isNewEmail, passwordHash }: Update) {
  const newEmail = isNewEmail ? input.email : undefined;
  const waits = user.emailVerifiedAt !== null;
  const changes: AccountChanges = {
    ...input.profile,
    ...(newEmail === undefined || waits ? {} : { email: newEmail }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  };
  return { changes, pendingEmail: waits ? newEmail : undefined };
}

const saveUpdate = (
  deps: Pick<Deps, 'transaction' | 'clock'>,
  update: Update,
): Promise<UpdatedAccount> =>
  deps.transaction(async (stores) => {
    const { before, input, isNewEmail, passwordHash } = update;
    const user = await stores.users.get(before.id);
    const changesCredentials = isNewEmail || passwordHash !== undefined;
    if (changesCredentials && user.passwordHash !== before.passwordHash) {
      throw conflict('changed_meanwhile', { message: 'The password was changed meanwhile' });
    }
    const now = deps.clock.now();
    const { changes, pendingEmail } = splitUpdate(user, update);
    // Links that were mailed before would undo the new password.
    if (passwordHash !== undefined) {
      await stores.accountLinks.deleteOf(user.id, ['change_email', 'reset_password']);
    }
    if (pendingEmail !== undefined) await requestNewEmail(stores, user, pendingEmail, now);
    const after = await saveAccountChange(stores, user, changes, { now, since: now });
    if (passwordHash === undefined) return { user: after, pendingEmail };
    await stores.sessions.revokeAllOf(user.id, now);
    if (input.endApiKeys) await stores.apiKeys.deleteAllOf(user.id);
    return { user: after, pendingEmail, apiKeys: await stores.apiKeys.listOf(user.id) };
  });
