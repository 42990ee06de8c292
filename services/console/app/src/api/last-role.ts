import { type Account } from './queries.ts';

const STORED = 'console.role';

/** The role of the account that was signed in at the last visit; it grants nothing. */
export function lastRole(): Account['role'] | undefined {
  const stored = localStorage.getItem(STORED);
  return stored === 'brand' || stored === 'affiliate' || stored === 'admin' ? stored : undefined;
}

/** Keeps the role of the account that is signed in; forgets it where none is. */
export function keepRole(account: Account | null): void {
  if (account === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, account.role);
}
