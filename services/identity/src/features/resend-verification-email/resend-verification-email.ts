import { type Deps } from '../../deps.ts';
import { sendAccountLink } from '../../workflows/send-account-link.ts';

/** Mails a new link to an unproved address. Returns false for a proved one. @throws rate_limited */
export const resendVerificationEmail =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'users' | 'limits'>) =>
  async (userId: string): Promise<boolean> => {
    const known = await deps.users.get(userId);
    if (known.emailVerifiedAt !== null) return false;
    await deps.limits.accountMail(userId);
    return deps.transaction(async (stores) => {
      const { email, emailVerifiedAt } = await stores.users.get(userId);
      if (emailVerifiedAt !== null) return false;
      const link = { userId, purpose: 'verify_email', email } as const;
      await sendAccountLink(stores, link, deps.clock.now());
      return true;
    });
  };
