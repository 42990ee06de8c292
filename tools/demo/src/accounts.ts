import { type Api } from './api.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  token: string;
  /** Whether this run registered the account. */
  readonly isNew: boolean;
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string; readonly plan: string };
}

const PASSWORD = 'demo-password-1';
let callers = 100;

/** Registers the account, or signs in if it exists. */
export async function openAccount(
  api: Api,
  account: { email: string; name: string; role: 'affiliate' | 'brand' },
): Promise<Account> {
  // Sign-in limits count by address, so each account uses its own address.
  const caller = callers++;
  const { email, name } = account;
  const body = { ...account, password: PASSWORD };
  const registered = await api.call<Session>('/api/auth/register', {
    method: 'POST',
    body,
    caller,
  });
  const isNew = registered.status === 201;
  const session = isNew ? registered.body : await signIn(api, email, PASSWORD, caller);
  const token = keepTokenValid(api, session, email, PASSWORD);
  return { id: session.user.id, email, name, token, isNew };
}

const signIn = (api: Api, email: string, password: string, caller: number): Promise<Session> =>
  api.get<Session>('/api/auth/login', { method: 'POST', body: { email, password }, caller });

/** Signs in the administrator and returns the token. */
export async function signInAdmin(api: Api, email: string, password: string): Promise<string> {
  const session = await signIn(api, email, password, callers++);
  return keepTokenValid(api, session, email, password);
}

/** Returns a session's token, which calls may use after it has expired. */
function keepTokenValid(api: Api, session: Session, email: string, password: string): string {
  const again = () => signIn(api, email, password, callers++);
  api.keepSignedIn(session.access_token, async () => (await again()).access_token);
  return session.access_token;
}

/** Puts an account on the pro plan, which webhooks need, and renews its token. */
export async function upgrade(api: Api, admin: string, account: Account): Promise<void> {
  const path = `/api/admin/users/${account.id}/plan`;
  await api.get(path, { method: 'PUT', token: admin, body: { plan: 'pro' } });
  // The plan is in the token.
  const session = await signIn(api, account.email, PASSWORD, callers++);
  account.token = keepTokenValid(api, session, account.email, PASSWORD);
}
