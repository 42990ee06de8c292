import { isAppError } from '@tributary/errors';
import { type Transaction } from '@tributary/mongo';
import { type Clock, type Logger } from '@tributary/service';
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

/**
 * Creates the administrator of the settings, unless an account has that address: a password that
 * was changed since stays changed.
 */
export async function createFirstAdmin(
  deps: Dependencies,
  admin: { email: string; password: string },
): Promise<void> {
  const email = normaliseEmail(admin.email);
  const existing = await deps.users.findByEmail(email);
  if (existing !== undefined) {
    if (existing.role !== 'admin') {
      deps.log.error('the account of ADMIN_EMAIL is no administrator');
    }
    return;
  }
  const passwordHash = await deps.passwords.hash(admin.password);
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
  }
}
