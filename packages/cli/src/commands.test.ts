import { execFileSync } from 'node:child_process';
import { openWebhooks } from '@tributary/sdk';
import { type FakePlatform, openFakePlatform, type Received } from './testing/fake-platform.ts';
import { type FakeUser, openUser } from './testing/fake-terminal.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const campaign = (id: number) => ({
  id: `c-${id}`,
  name: `Campaign ${id}`,
  brand_name: 'Oak',
  type: 'sale',
  status: 'active',
  landing_page_url: 'https://oak.example',
});
const forbidden = [403, { error: 'forbidden', message: 'Not for this role', detail: '' }] as const;

/** The deliveries of the endpoint's log, newest first. */
let deliveries: object[] = [];
const deliveryOf = (id: number, event = 'conversion.tracked') => ({
  id: `d-${id}`,
  event_type: event,
  payload: { id: `e-${id}`, event, timestamp: '2026-05-01T12:00:00.000Z', data: { number: id } },
});

const data = (value: unknown) => [200, { success: true, data: value }] as const;

const ANSWERS: Readonly<Record<string, (query: URLSearchParams) => readonly [number, unknown]>> = {
  'GET /api/affiliate/campaigns': () => forbidden,
  'GET /api/brand/campaigns': () => [200, { campaigns: [1, 2, 3].map(campaign), pagination: {} }],
  'POST /api/brand/campaigns': () => [201, campaign(4)],
  'POST /api/affiliate/campaigns/c-4/apply': () => [201, { id: 'p-1', status: 'approved' }],
  'PUT /api/admin/users/a-1/plan': () => [
    200,
    { id: 'a-1', email: 'oak@example.com', plan: 'pro' },
  ],
  'POST /api/affiliate/links': () => [
    400,
    { error: 'invalid_request', message: 'Wrong input', detail: 'campaign_id: Must be a UUID' },
  ],
  'GET /api/webhooks/endpoints': () =>
    data({ endpoints: [{ id: 'w-1', url: 'https://oak.example/hooks' }] }),
  'GET /api/webhooks/endpoints/w-1/events': (query) => {
    const skip = Number(query.get('skip') ?? 0);
    return data({ events: deliveries.slice(skip, skip + 50) });
  },
  'POST /api/webhooks/endpoints/w-1/test': () =>
    data({ delivery_id: 'd-9', status: 'success', response_code: 204, response_time_ms: 5 }),
  'GET /api/webhooks/event-types': () =>
    data([{ name: 'link.clicked', sample_payload: { link_id: 'l', country: 'DE' } }]),
  'POST /api/brand/tracking-secrets': () => [
    201,
    { id: 's-1', secret: 'ts_1', message: 'Sign from now on' },
  ],
  'POST /api/track/install-check': () =>
    data({ first_click: { click_id: 'k' }, first_order: null, is_complete: false }),
};

function answers({ method, path, headers }: Received): readonly [number, unknown] | undefined {
  if (headers.authorization === 'Bearer trk_none')
    return [401, { error: 'invalid_api_key', message: 'No such key', detail: '' }];
  const { pathname, searchParams } = new URL(path, 'http://platform');
  return ANSWERS[`${method} ${pathname}`]?.(searchParams);
}

describe('the command line', () => {
  let platform: FakePlatform;
  let receiver: FakePlatform;
  let user: FakeUser;
  beforeAll(async () => {
    platform = await openFakePlatform(answers);
    receiver = await openFakePlatform(() => [200, {}]);
    user = openUser({ TRIBUTARY_URL: platform.url, TRIBUTARY_API_KEY: 'trk_1' });
  });
  afterAll(async () => {
    user.close();
    await Promise.all([platform.close(), receiver.close()]);
  });

  it('sets up a brand: starts a campaign that an affiliate joins, and moves the account to a plan', async () => {
    const create = ['campaigns', 'create', 'Spring', '--landing-page', 'https://oak.example'];
    expect(await user.run([...create, '--percent', '12.5', '--currency', 'EUR'])).toEqual({
      code: 0,
      out: 'c-4',
      err: '',
    });
    expect(JSON.parse(platform.received.at(-1)?.text ?? '')).toEqual({
      name: 'Spring',
      type: 'sale',
      status: 'active',
      landing_page_url: 'https://oak.example',
      commission: { type: 'percentage', value: 12.5, currency: 'EUR' },
      approval: { mode: 'auto' },
    });
    expect(await user.run(create)).toMatchObject({ code: 64, out: '' });
    expect((await user.run(['campaigns', 'join', 'c-4'])).out).toBe('approved');
    expect((await user.run(['plan', 'set', 'a-1', 'pro'])).out).toBe('oak@example.com: pro');
  });

  it('prints a list as a table, or as JSON, of whichever role the key is', async () => {
    const text = await user.run(['campaigns', '--limit', '2']);
    expect(text.out.split('\n').map((line) => line.slice(0, 16).trimEnd())).toEqual(
      ['ID   NAME        ', 'c-1  Campaign 1', 'c-2  Campaign 2'].map((line) => line.trimEnd()),
    );
    const json = await user.run(['campaigns', 'list', '--json']);
    expect(JSON.parse(json.out)).toHaveLength(3);
  });

  it.each([
    [['links', 'create', 'x'], 65, 'campaign_id: Must be a UUID'],
    [['links', 'get', 'x'], 66, 'No such record (not_found)'],
    [['links', 'get'], 64, 'Usage: tributary links get LINK'],
    [['links', 'list', '--limit', '0'], 64, '--limit must be a whole number from 1'],
    [['unheard'], 64, 'There is no command unheard'],
    [['whoami', '--unheard'], 64, "Unknown option '--unheard'"],
    [['links', 'create', 'c', '--sub-ids', 'sub1'], 64, '--sub-ids must be like'],
    [['completion', 'csh'], 64, 'Name one of bash, zsh, fish'],
    [
      ['trigger', 'link.burnt', '--to', 'http://127.0.0.1:9', '--secret', SECRET],
      64,
      'these are: link.clicked',
    ],
    [['listen'], 64, '--forward-to http://localhost'],
  ] as const)('%j ends with %i and states why', async (argv, code, message) => {
    const outcome = await user.run(argv);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toContain(message);
  });

  it('states errors as JSON where JSON is wanted, and names what is out of reach', async () => {
    const { err } = await user.run(['links', 'get', 'x', '--json']);
    expect(JSON.parse(err)).toEqual({
      error: 'not_found',
      message: 'No such record',
      issues: [],
      request_id: 'r-1',
      exit_code: 66,
    });
    const stranger = openUser({ TRIBUTARY_URL: platform.url, TRIBUTARY_API_KEY: 'trk_none' });
    expect((await stranger.run(['links'])).code).toBe(77);
    stranger.close();
  });

  it('forwards the new messages of the log once each, oldest first, signed with the present time', async () => {
    deliveries = [2, 1].map((id) => deliveryOf(id));
    const forwarding = user.run([
      'listen',
      '--forward-to',
      receiver.url,
      '--replay',
      '1',
      '--count',
      '3',
      '--interval',
      '1',
      '--json',
      '--secret',
      SECRET,
    ]);
    const isAtWork = () => platform.received.some(({ path }) => path.includes('/events'));
    while (!isAtWork()) await new Promise((resolve) => setTimeout(resolve, 5));
    deliveries = [deliveryOf(4), deliveryOf(3, 'link.clicked'), ...deliveries];
    const { code, out } = await forwarding;
    expect(code).toBe(0);
    const lines = out
      .split('\n')
      .map((line) => JSON.parse(line) as { delivery_id: string; status: number });
    expect(lines.map(({ delivery_id: id, status }) => [id, status])).toEqual([
      ['d-2', 200],
      ['d-3', 200],
      ['d-4', 200],
    ]);
    const [first] = receiver.received;
    const event = await openWebhooks(SECRET).unwrap(first?.text ?? '', first?.headers ?? {}, {
      requireTimestamp: true,
    });
    expect(event).toMatchObject({ id: 'e-2', event: 'conversion.tracked' });
  });

  it('signs with a secret of the machine, which stays the same', async () => {
    deliveries = [deliveryOf(1)];
    const listen = [
      'listen',
      '--forward-to',
      'http://127.0.0.1:9',
      '--replay',
      '1',
      '--count',
      '1',
    ];
    const [one, two] = [await user.run(listen), await user.run(listen)];
    expect(one.err).toMatch(/signed with whsec_\S{32}$/);
    expect(two.err).toBe(one.err);
    expect(one.out).toMatch(/^conversion\.tracked {2}d-1 {2}no answer: /);
  });

  it('sends samples through the platform, or signed from here', async () => {
    const sent = await user.run(['trigger', 'link.clicked']);
    expect(sent.out).toBe('link.clicked  d-9  success 204');
    const own = await user.run([
      'trigger',
      'link.clicked',
      '--to',
      receiver.url,
      '--secret',
      SECRET,
      '--data',
      '{"country":"FR"}',
    ]);
    expect(own).toMatchObject({ code: 0, err: '' });
    const { text = '', headers = {} } = receiver.received.at(-1) ?? {};
    expect(await openWebhooks(SECRET).unwrap(text, headers)).toMatchObject({
      event: 'link.clicked',
      data: { link_id: 'l', country: 'FR' },
    });
  });

  it('makes a secret, and shows what has arrived of a shop', async () => {
    expect((await user.run(['secrets', 'create'])).out).toContain('ts_1');
    expect((await user.run(['check'])).out).toBe(
      'first click  {"click_id":"k"}\nfirst order  not seen yet\nFollow a tracking link, and place an order',
    );
  });

  it('completes commands and options in a shell', async () => {
    const { out } = await user.run(['completion', 'bash']);
    const complete = (line: string): string =>
      execFileSync(
        'bash',
        [
          '-c',
          `${out}\nCOMP_WORDS=(${line} ""); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _tributary; echo "\${COMPREPLY[*]}"`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(complete('tributary')).toContain('campaigns links conversions payouts');
    expect(complete('tributary payouts')).toBe('list get balance');
    expect(complete('tributary payouts list')).toBe('--limit --json --help');
    expect(complete('tributary trace')).toBe('--json --help');
    for (const shell of ['zsh', 'fish']) {
      expect((await user.run(['completion', shell])).out).toContain('tributary');
    }
  });
});
