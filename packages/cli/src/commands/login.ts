import { createTributary, type Schemas, UnauthenticatedError } from '@tributary/sdk';
import { platformUrl } from '../client.ts';
import { type Call, type Command, type Option, textOf, UsageError } from '../command.ts';
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
  keepSession(call, url, await signIn(call, url));
}

function keepSession(
  { credentials, print }: Call,
  url: string,
  { access_token, refresh_token, user }: Session,
): void {
  const { listen_secret } = credentials.read();
  const kept = listen_secret === undefined ? {} : { listen_secret };
  credentials.write({ url, role: user.role, access_token, refresh_token, ...kept });
  print(
    { url, user },
    () => `Signed in at ${url} as ${user.email} (${user.role}); kept in ${credentials.file}`,
  );
}

/** Opens an account, and keeps its session. */
async function register(call: Call): Promise<void> {
  const url = addressOf(call);
  const role = textOf(call, 'role');
  if (role !== 'brand' && role !== 'affiliate')
    throw new UsageError('Name the role: --role brand, or --role affiliate');
  const { prompt } = call.terminal;
  const name = textOf(call, 'name') ?? (await prompt('Name: '));
  const email = textOf(call, 'email') ?? (await prompt('E-mail address: '));
  const password = await prompt('Password: ', true);
  const { accounts } = createTributary({ baseUrl: url });
  keepSession(call, url, await accounts.register({ email, password, role, name }));
}

async function logOut({ client, credentials, print }: Call): Promise<void> {
  const { refresh_token } = credentials.read();
  if (refresh_token !== undefined) await client().auth.logOut({ refresh_token });
  credentials.delete();
  print({ signed_out: true }, () => 'Signed out');
}

const URL_OPTION: Option = { type: 'string', value: 'URL', summary: 'The address of the platform' };
const prompted = (value: string): Option => ({
  type: 'string',
  value,
  summary: 'Prompted for where it is left out',
});

export const accountCommands: readonly Command[] = [
  {
    name: 'register',
    summary: 'Open an account, and keep its session on this machine',
    options: {
      url: URL_OPTION,
      role: { type: 'string', choices: ['brand', 'affiliate'], summary: 'Required' },
      name: prompted('NAME'),
      email: prompted('ADDRESS'),
    },
    notes: 'The password is read from the terminal or from stdin, never from arguments.',
    run: register,
  },
  {
    name: 'login',
    summary: 'Sign in, and keep the session on this machine',
    options: {
      url: URL_OPTION,
      email: prompted('ADDRESS'),
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
