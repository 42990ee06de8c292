import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { identityEnv, openIdentity, type SignedIn } from '../../testing/open-identity.ts';

const OTHER_SERVICES = [
  'CAMPAIGN',
  'TRACKING',
  'ATTRIBUTION',
  'COMMISSION',
  'PAYOUT',
  'NOTIFICATION',
  'WEBHOOK',
  'ANALYTICS',
];
const PATH = '/api/auth/me/export';
const PASSWORD = 'correct horse battery';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let answerStatus = 200;
const requests: IncomingMessage[] = [];

/** Stands for the other services. */
const others = createServer((req, res) => {
  requests.push(req);
  res.writeHead(answerStatus).end('{"service":"another"}\n');
});

beforeAll(async () => {
  await once(others.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${String((others.address() as AddressInfo).port)}`;
  const urls = OTHER_SERVICES.map((service) => [`${service}_URL`, url] as const);
  const env = await identityEnv({
    ...Object.fromEntries(urls),
    RATE_LIMIT_ACCOUNT_EXPORTS_PER_DAY: '2',
  });
  identity = await openIdentity(env);
});
afterAll(async () => {
  await identity.platform.mongo.connection.dropDatabase();
  await identity.close();
  others.closeAllConnections();
  others.close();
});
beforeEach(() => {
  answerStatus = 200;
  requests.length = 0;
});

interface Row {
  readonly service: string;
  readonly collection?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}
const exported = async (token: string): Promise<Row[]> => {
  const text = await identity.callText('POST', PATH, { token });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
};

describe('the export of an account', () => {
  it('contains what this and all other services store of it, and nothing of others', async () => {
    const [ann, bob] = [await identity.registered(), await identity.registered()];
    const rows = await exported(ann.access_token);
    const users = rows.filter(({ collection }) => collection === 'users');
    expect(users).toMatchObject([{ service: 'identity', data: { email: ann.user['email'] } }]);
    expect(rows.filter(({ service }) => service === 'another')).toHaveLength(8);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(bob.user['email']);
    expect(text).not.toMatch(/argon2|passwordHash/);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 8 }, () => `Bearer ${ann.access_token}`),
    );
    const callers = requests.map(({ headers }) =>
      typeof headers['x-tributary-service-token'] === 'string',
    );
    expect(callers).not.toContain(false);
  });

  it('fails as a whole where a service does not answer, and is not counted', async () => {
    const { access_token: token } = await identity.registered();
    answerStatus = 503;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await identity.call('POST', PATH, { token })).toMatchObject({
        status: 503,
        body: { error: 'account_data_unavailable' },
      });
    }
    answerStatus = 200;
    await exported(token);
    await exported(token);
    expect(await identity.call('POST', PATH, { token })).toMatchObject({ status: 429 });
  });

  it('is possible while the deletion of the account is pending', async () => {
    const ann = await identity.registered();
    const body = { current_password: PASSWORD };
    await identity.call('POST', '/api/auth/me/deletion', { token: ann.access_token, body });
    const credentials = { email: ann.user['email'], password: PASSWORD };
    const login = await identity.call<SignedIn>('POST', '/api/auth/login', { body: credentials });
    expect(login.status).toBe(200);
    const rows = await exported(login.body.access_token);
    expect(rows).not.toEqual([expect.objectContaining({ error: expect.anything() as unknown })]);
    expect(rows.find(({ collection }) => collection === 'users')).toMatchObject({
      data: { email: ann.user['email'] },
    });
  });
});
