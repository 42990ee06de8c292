import { Refusal } from '../http/refusal.ts';
import type { World } from '../world.ts';
import { accountBody, decideVerification } from './account.ts';
import type { Account } from './account.ts';
import type { Announce, CardprocBooks } from './cardproc-books.ts';

export type AccountDesk = Readonly<{
  /** Begins a verification; `account.updated` reports its end with this metadata. */
  verifyAccount(id: string, metadata: Readonly<Record<string, string>>): Account;
}>;

/** Goes on at once with the verifications that an earlier run left open. */
export function createAccountDesk(
  world: World,
  books: CardprocBooks,
  announce: Announce,
): AccountDesk {
  const nowMs = (): number => world.clock.now().getTime();

  function schedule(account: Account): void {
    const { verifiedAtMs } = account;
    if (verifiedAtMs === null) return;
    world.timers.after(verifiedAtMs - nowMs(), () => {
      const verified = decideVerification(account);
      announce({ account: verified }, 'account.updated', accountBody(verified));
    });
  }

  for (const account of books.accounts.oldestFirst()) schedule(account);

  return {
    verifyAccount: (id, metadata) => {
      const known = books.accounts.find(id);
      if (!known && !books.accounts.hasRoomFor(1)) {
        throw new Refusal(503, 'books_full', 'The books are full.');
      }
      const verifiedAtMs = nowMs() + world.settings.settle_ms;
      const account = { ...(known ?? newAccount(id, nowMs())), metadata, verifiedAtMs };
      books.record({ account });
      schedule(account);
      return account;
    },
  };
}

function newAccount(id: string, createdMs: number): Account {
  const disabledReason = 'pending_verification';
  const state = { payoutsEnabled: false, disabledReason, verifiedAtMs: null } as const;
  return { id, ...state, metadata: {}, createdMs };
}
