import { withAdmin } from './mongo-admin.ts';
import { TRANSACTION_LIFETIME_SECONDS } from './native/mongod.ts';

/**
 * Sets up a database for tests. Expiry is off: tests use dates of their own choice, and the database
 * would delete their old rows once a minute.
 */
export const prepareTestDatabase = (url: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    await admin.command({ setParameter: 1, ttlMonitorEnabled: false });
    // A container's own command takes no parameters.
    const transactionLifetimeLimitSeconds = TRANSACTION_LIFETIME_SECONDS;
    await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds });
  });
