import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { type Body, Client, type Person } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

const PATH = '/api/auth/api-requests';

interface Logged {
  readonly id: string;
  readonly operation: string | null;
  readonly status: number | null;
}

/** Tests what an account reads of the requests with its API keys, in a system that other suites share. */
describe('the log of requests with API keys', () => {
  let client: Client;
  let owner: Person;
  let stranger: Person;
  let apiKey: Body;
  beforeAll(async () => {
    client = new Client(sharedSystem());
    owner = await client.register('brand', 'Owner');
    stranger = await client.register('brand', 'Stranger');
    const body = { name: 'Warehouse', scopes: ['conversions:read', 'campaigns:write'] };
    apiKey = await client.must('POST', '/api/auth/api-keys', { token: owner.token, body });
  });

  const byKey = (method: 'GET' | 'POST', path: string, body?: object) =>
    client.call(method, path, {
      token: apiKey.key,
      ...(body === undefined ? {} : { body }),
      headers: { 'x-request-id': `log-${randomUUID()}` },
    });
  const logOf = (person: Person, query = ''): Promise<Body> =>
    client.must('GET', `${PATH}${query}`, { token: person.token });
  const ended = (count: number): Promise<readonly Logged[]> =>
    eventually(async () => {
      const { requests } = await logOf(owner);
      return requests.length >= count ? requests : undefined;
    });

  it('lists each with operation, status, key and error code, and nothing that its caller wrote', async () => {
    const secret = 'someone@example.com';
    const missing = randomUUID();
    await byKey('GET', `/api/brand/conversions?status=pending&per_page=2`);
    await byKey('GET', `/api/brand/conversions/${missing}`);
    await byKey('GET', `/api/brand/conversions?${secret}=1`);
    await byKey('POST', '/api/brand/campaigns', { name: secret });
    await byKey('GET', '/api/payouts/list');
    await ended(5);
    const { requests } = await logOf(owner);
    expect(requests.map(({ operation, status }: Logged) => [operation, status])).toEqual(
      expect.arrayContaining([
        ['listBrandConversions', 200],
        ['getBrandConversion', 404],
        ['listBrandConversions', 400],
        ['createCampaign', 400],
      ]),
    );
    const found = requests.find(({ status }: Logged) => status === 404);
    expect(found).toMatchObject({
      method: 'GET',
      path: '/api/brand/conversions/:conversion_id',
      error_code: 'conversion_not_found',
      left_out: 0,
      api_key: { id: apiKey.id, name: 'Warehouse', last_characters: apiKey.last_characters },
    });
    expect(found.request_id).toMatch(/^log-/);
    const text = JSON.stringify(requests);
    for (const part of [secret, missing, apiKey.key]) expect(text).not.toContain(part);
    expect(await logOf(owner, '?status_class=4xx&operation=getBrandConversion')).toMatchObject({
      requests: [found],
    });
    expect(await logOf(owner, `?api_key_id=${randomUUID()}`)).toMatchObject({ requests: [] });
    const one = await client.must('GET', `${PATH}/${String(found.id)}`, { token: owner.token });
    expect(one).toEqual(found);
  });

  it('lists page by page, to its account alone, and never to a key', async () => {
    const all = await ended(5);
    const first = await logOf(owner, '?limit=3');
    const rest = await logOf(owner, `?limit=3&before=${String(first.next_before)}`);
    const ids = [...first.requests, ...rest.requests].map(({ id }: Logged) => id);
    expect(ids.slice(0, 5)).toEqual(all.slice(0, 5).map(({ id }) => id));
    expect(await logOf(stranger)).toEqual({ requests: [], next_before: null });
    const foreign = await client.call('GET', `${PATH}/${String(ids[0])}`, {
      token: stranger.token,
    });
    expect(foreign.status).toBe(404);
    expect((await byKey('GET', PATH)).status).toBe(403);
  });
});
