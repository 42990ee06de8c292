import { createTributary, type Schemas, UnauthenticatedError } from '@tributary/sdk';
import { platformUrl } from '../client.ts';
import { type Call, type Command, textOf } from '../command.ts';
import { fields } from '../table.ts';

type Session = Schemas['TokenSession'];

const addressOf = ({ terminal, credentials, ...call }: Call): string =>
  platformUrl(textOf(call, 'url') ?? terminal.env['TRIBUTARY_URL'] ?? credentials.read().url);

/** A session by e-mail address, password and, where the login has one, a code of the second factor. */
async function signIn(call: Call, baseUrl: string): Promise<Session> {
  const { prompt } = call.terminal;
  const { auth } = createTributary({ baseUrl });
  const email = textOf(call, 'email') ?? (await prompt('E-mail address: '));
  const password = await prompt('Password: ', true);
  const account = textOf(call, 'account');
  const accountId = account === undefined ? {} : { account_id: account };
  try {
    return await auth.logIn({ email, password, ...accountId });
  } catch (error) {
    const isChallenge =
      error instanceof UnauthenticatedError && error.code === 'second_factor_required';
    if (!isChallenge) throw error;
    const challenge_token = String(error.details['challenge_token']);
    const code = await prompt('Code of the second factor: ');
    return auth.finishLogIn({ challenge_token, code });
  }
}

/** Keeps a key that the platform accepts. */
async function keepKey(call: Call, url: string): Promise<void> {
  const { terminal, credentials, print } = call;
  const api_key = (await terminal.prompt('API key: ', true)).trim();
  // Any call shows whether the key is accepted; this one needs no scope of a certain area.
  await createTributary({ baseUrl: url, auth: api_key })
    .notifications.getUnreadCount()
    .catch(refusedUnlessScope);
  const { listen_secret } = credentials.read();
  credentials.write({ url, api_key, ...(listen_secret === undefined ? {} : { listen_secret }) });
  print(
    { url, api_key: `…${api_key.slice(-4)}` },
    () => `The key …${api_key.slice(-4)} is kept in ${credentials.file}`,
  );
}

/** A key of other scopes is refused by 403, an unknown one by 401. */
function refusedUnlessScope(error: unknown): void {
  if (!(error instanceof Error && 'kind' in error && error.kind === 'forbidden')) throw error;
}

async function logIn(call: Call): Promise<void> {
  const url = addressOf(call);
  if (call.options['api-key'] === true) {
    await keepKey(call, url);
    return;
  }
  const { access_token, refresh_token, user } = await signIn(call, url);
  const { credentials, print } = call;
  const { listen_secret } = credentials.read();
  const kept = listen_secret === undefined ? {} : { listen_secret };
  credentials.write({ url, role: user.role, access_token, refresh_token, ...kept });
  print(
    { url, user },
    () => `Signed in at ${url} as ${user.email} (${user.role}); kept in ${credentials.file}`,
  );
}

async function logOut({ client, credentials, print }: Call): Promise<void> {
  const { refresh_token } = credentials.read();
  if (refresh_token !== undefined) await client().auth.logOut({ refresh_token });
  credentials.delete();
  print({ signed_out: true }, () => 'Signed out');
}

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in, and keep the session on this machine',
    options: {
      url: { type: 'string', value: 'URL', summary: 'The address of the platform' },
      email: { type: 'string', value: 'ADDRESS', summary: 'Prompted for where it is left out' },
      account: {
        type: 'string',
        value: 'ID',
        summary: 'Another account of the login, as its member',
      },
      'api-key': { type: 'boolean', summary: 'Keep an API key in place of a session' },
    },
    notes: 'Password and key are read from the terminal or from stdin, never from arguments.',
    run: logIn,
  },
  { name: 'logout', summary: 'End the session, and delete what is kept', run: logOut },
  {
    name: 'whoami',
    summary: 'The account that is signed in',
    run: async ({ client, print }) => {
      const account = await client().accounts.get();
      print(account, () => fields(account));
    },
  },
];
