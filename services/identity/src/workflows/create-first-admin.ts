import { isAppError } from '@tributary/errors';
import { type Transaction } from '@tributary/mongo';
import { type Clock, type Logger } from '@tributary/service';
import { normaliseEmail } from '../domain/email-address.ts';
import { decideRegistration } from '../domain/user.ts';
import { type PasswordHasher } from '../clients/password-hasher.ts';
import { type UserStore } from '../store/user-store.ts';

interface Parts {
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
 * Creates the administrator that the settings name, unless there is an account with that address:
 * a password that was changed since stays changed.
 */
export async function createFirstAdmin(
  deps: Parts,
  admin: { email: string; password: string },
): Promise<void> {
  const email = normaliseEmail(admin.email);
  const existing = await deps.users.findByEmail(email);
  if (existing !== undefined) {
    if (existing.role !== 'admin') {
      deps.log.error('ADMIN_EMAIL belongs to an account that is no administrator’s');
    }
    return;
  }
  const passwordHash = await deps.passwords.hash(admin.password);
  const account = { id: deps.newId(), role: 'admin' as const, email, passwordHash, profile };
  try {
    await deps.transaction(async ({ users, outbox }) => {
      const { user, events } = decideRegistration(account, deps.clock.now());
      await users.create(user);
      await outbox.add(...events);
    });
  } catch (error) {
    // Another instance was first.
    if (!isAppError(error) || error.code !== 'email_taken') throw error;
  }
}
