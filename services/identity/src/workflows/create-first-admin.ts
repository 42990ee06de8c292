import { randomBytes } from 'node:crypto';
import { isAppError } from '@tributary/errors';
import { type Transaction } from '@tributary/mongo';
import { type Clock, ConfigError, developmentSecrets, type Logger } from '@tributary/service';
import { type PasswordHasher } from '../clients/password-hasher.ts';
import { normaliseEmail } from '../domain/email-address.ts';
import { decideRegistration } from '../domain/user.ts';
import { type UserStore } from '../store/user-store.ts';

interface Dependencies {
  readonly users: UserStore;
  readonly transaction: Transaction<{ users: UserStore }>;
  readonly passwords: PasswordHasher;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Logger;
}

const profile = {
  name: 'Administrator',
  company: null,
  country: null,
  phone: null,
  website: null,
  marketingChannels: [],
};

/** `npm start` recognises it by this text. */
const CREATED = 'The first administrator has been created';

const PASSWORD_BYTES = 18;

const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

interface FirstAdmin {
  readonly email: string;
  /** A new one is made where it is undefined. */
  readonly password: string | undefined;
  /** Whether other machines reach the system. */
  readonly exposed: boolean;
  /** Shows a line to the operator, outside the log. */
  readonly print: (line: string) => void;
}

/** @throws ConfigError where other machines could sign in by the password of development */
async function checkExisting(
  { passwords, log }: Dependencies,
  user: { readonly role: string; readonly passwordHash: string },
  exposed: boolean,
): Promise<void> {
  if (user.role !== 'admin') log.error('the account of ADMIN_EMAIL is no administrator');
  const { ADMIN_PASSWORD } = developmentSecrets;
  if (exposed && (await passwords.verify(ADMIN_PASSWORD, user.passwordHash))) {
    throw new ConfigError('ADMIN_EMAIL: its account still has the password of development');
  }
}

/**
 * Creates the administrator of the settings, unless an account has that address: a password that was changed since
 * stays changed. A password that is made here is printed by the one instance that created the account.
 * @throws ConfigError where other machines could sign in by the password of development
 */
export async function createFirstAdmin(deps: Dependencies, admin: FirstAdmin): Promise<void> {
  const email = normaliseEmail(admin.email);
  const existing = await deps.users.findByEmail(email);
  if (existing !== undefined) {
    await checkExisting(deps, existing, admin.exposed);
    return;
  }
  const password = admin.password ?? newPassword();
  const passwordHash = await deps.passwords.hash(password);
  const account = { id: deps.newId(), role: 'admin' as const, email, passwordHash, profile };
  try {
    await deps.transaction(async ({ users, outbox }) => {
      const now = deps.clock.now();
      const { user, events } = decideRegistration({ ...account, emailVerifiedAt: now }, now);
      await users.create(user);
      await outbox.add(...events);
    });
  } catch (error) {
    // Another instance was first.
    if (!isAppError(error) || error.code !== 'email_taken') throw error;
    return;
  }
  if (admin.exposed) {
    const shown = admin.password === undefined ? `; password, shown only here: ${password}` : '';
    admin.print(`${CREATED}${shown}`);
  }
}
