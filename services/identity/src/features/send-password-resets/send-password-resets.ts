import { type Deps } from '../../deps.ts';
import { sendAccountLink } from '../../workflows/send-account-link.ts';

/** Requests of one piece of work. */
const BATCH_SIZE = 50;

/** Mails the requested links, each once however many instances work. True where more wait. */
export const sendPasswordResets =
  (deps: Pick<Deps, 'resetRequests' | 'transaction' | 'clock'>) => async (): Promise<boolean> => {
    const waiting = await deps.resetRequests.list(BATCH_SIZE);
    for (const { id, email } of waiting) {
      await deps.transaction(async (stores) => {
        if (!(await stores.resetRequests.delete(id))) return;
        const user = await stores.users.findByEmail(email);
        if (user === undefined) return;
        const link = { userId: user.id, purpose: 'reset_password', email } as const;
        await sendAccountLink(stores, link, deps.clock.now());
      });
    }
    return waiting.length === BATCH_SIZE;
  };
