import { createHash, randomUUID } from 'node:crypto';
import { createTributary, type Tributary, TributaryError } from './index.ts';
import {
  type FakeApi,
  type FakeRequest,
  type Fault,
  openFakeApi,
  SIGNING_SECRET,
} from './testing/fake-api.ts';

const CALLS = 200;
/** A call meets one or two faults, and then none. */
const MAX_FAULTS = 2;

const LOST: readonly Fault[] = ['cut_before', 'cut_after', 'half_an_answer', 'slow'];
const REFUSED: readonly Fault[] = ['unavailable', 'bad_gateway', 'rate_limited', 'in_progress'];

/** The name of what a request creates. */
const nameOf = ({ body }: FakeRequest): string =>
  String(body['transaction_id'] ?? body['campaign_id'] ?? body['url']);

const isEndpoint = (index: number): boolean => index % 5 === 4;

const codeOf = (error: unknown): string =>
  error instanceof TributaryError ? error.code : String(error);

/** Numbers that look random and are the same in every run. */
const scrambled = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE();

/** A different fault for each attempt of a call; a repeated delivery only where something recognises it. */
function faultsOf(seen: Map<string, number>, injected: Fault[]) {
  return (request: FakeRequest): Fault | undefined => {
    const name = nameOf(request);
    const attempt = seen.get(name) ?? 0;
    seen.set(name, attempt + 1);
    const chance = scrambled(`${name} ${attempt}`);
    if (attempt >= MAX_FAULTS || (attempt === MAX_FAULTS - 1 && chance % 2 === 0)) return undefined;
    const isRecognised = request.path !== '/api/webhooks/endpoints';
    const faults = [...LOST, ...REFUSED, ...(isRecognised ? (['twice'] as const) : [])];
    const fault = faults[chance % faults.length] as Fault;
    injected.push(fault);
    return fault;
  };
}

describe('200 calls with faults', () => {
  const injected: Fault[] = [];
  let api: FakeApi;
  let tributary: Tributary;

  beforeAll(async () => {
    api = await openFakeApi(faultsOf(new Map(), injected));
    tributary = createTributary({
      baseUrl: api.baseUrl,
      auth: 'trk_test',
      signingSecret: SIGNING_SECRET,
      // On a busy machine more attempts time out than were made slow.
      maxRetries: 8,
      timeoutMs: 1_500,
      baseDelayMs: 20,
    });
  });
  afterAll(() => api.close());

  const order = (id: string) =>
    tributary.conversions.track({
      click_id: randomUUID(),
      transaction_id: id,
      order_value: '120.50',
    });
  const link = (id: string) => tributary.links.create({ campaign_id: id });
  const endpoint = (id: string) =>
    tributary.webhookEndpoints.create({ url: id, events: ['conversion.tracked'] });

  it('record every order and create every link once, and no endpoint twice', async () => {
    const calls = Array.from({ length: CALLS }, (_, index) => {
      if (isEndpoint(index)) return endpoint(`https://shop.example.com/${index}`);
      return index % 2 === 0 ? order(`order-${index}`) : link(`campaign-${index}`);
    });
    const results = await Promise.allSettled(calls);
    expect(injected.length).toBeGreaterThanOrEqual(CALLS * 0.9);
    expect(new Set(injected).size).toBe(LOST.length + REFUSED.length + 1);

    const counts = [...api.effects].filter(([name]) => !name.startsWith('endpoint'));
    expect(counts).toHaveLength(CALLS * 0.8);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
    expect([...api.effects.values()].every((count) => count === 1)).toBe(true);

    // What fails is known: an order that its own duplicate recorded, and an endpoint whose answer was lost.
    const codesOf = (isWanted: (index: number) => boolean): string[] =>
      results.flatMap((result, index) =>
        result.status === 'rejected' && isWanted(index) ? [codeOf(result.reason)] : [],
      );
    const unexpected = [
      ...codesOf((index) => !isEndpoint(index)).filter((code) => code !== 'duplicate_order'),
      ...codesOf(isEndpoint).filter((code) => !/^(connection_failed|unavailable)$/.test(code)),
    ];
    expect(unexpected).toEqual([]);
  });
});

describe('an order whose answer was lost', () => {
  let api: FakeApi;
  beforeAll(async () => {
    let count = 0;
    api = await openFakeApi(() => (count++ === 0 ? 'cut_after' : undefined));
  });
  afterAll(() => api.close());

  it('is answered like the first time, and only a later report of it is a duplicate', async () => {
    const { baseUrl } = api;
    const tributary = createTributary({ baseUrl, signingSecret: SIGNING_SECRET, baseDelayMs: 1 });
    const order = { click_id: randomUUID(), transaction_id: 'order-1', order_value: '5.00' };
    const { success, data } = await tributary.conversions.track(order);
    expect([success, data.status]).toEqual([true, 'pending']);
    await expect(tributary.conversions.track(order)).rejects.toMatchObject({
      code: 'duplicate_order',
      details: { conversion_id: data.conversion_id },
    });
  });
});
