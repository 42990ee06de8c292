import { ConflictError, type Tributary } from '@tributary/sdk';
import { type Api } from './api.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Calls the API as this account. */
  tributary: Tributary;
  /** Whether this run registered the account. */
  readonly isNew: boolean;
}

const password = 'demo-password-1';
let callers = 100;

/** Registers the account, or signs in if it exists. */
export async function openAccount(
  api: Api,
  account: { email: string; name: string; role: 'affiliate' | 'brand' },
): Promise<Account> {
  // Sign-in limits count by address, so each account uses its own address.
  const { auth, accounts } = api.client({ caller: callers++ });
  const { email, name } = account;
  const registered = await accounts.register({ ...account, password }).catch((error: unknown) => {
    if (error instanceof ConflictError) return undefined;
    throw error;
  });
  const session = registered ?? (await auth.logIn({ email, password }));
  const isNew = registered !== undefined;
  return { id: session.user.id, email, name, tributary: api.client({ auth: session }), isNew };
}

/** A client that has signed in from an address of its own. */
export async function signIn(api: Api, email: string, secret: string): Promise<Tributary> {
  const { auth } = api.client({ caller: callers++ });
  return api.client({ auth: await auth.logIn({ email, password: secret }) });
}

/** Puts an account on the pro plan, which webhooks need, and signs in again: the plan is in the token. */
export async function upgrade(api: Api, admin: Tributary, account: Account): Promise<void> {
  await admin.users.updatePlan(account.id, { plan: 'pro' });
  account.tributary = await signIn(api, account.email, password);
}
