import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import {
  Client,
  type Call,
  DIRECT_SECRET,
  follow,
  order,
  payoutAccount,
  post,
  createFixture,
  sign,
  type Fixture,
} from '../client.ts';
import { sharedSystem, type SharedSystem } from '../shared-system.ts';

/** Tests of bad input, in a system that other suites share. */
describe('bad input', () => {
  let system: SharedSystem;
  let client: Client;
  let fixture: Fixture;
  let click: string;

  beforeAll(async () => {
    system = sharedSystem();
    client = new Client(system);
    fixture = await createFixture(client);
    click = await follow(client, fixture.trackingCode);
  });

  const total = async (): Promise<number> => {
    const { brandConversions } = client.sdk(fixture.brand.token);
    return (await brandConversions.list({ per_page: 1 })).data.pagination.total;
  };

  it('refuses each invalid conversion with the documented error and stores none', async () => {
    await post(client, click, 'known', '10.00');
    const before = await total();
    const signed = (fields: Record<string, unknown>): Call => {
      const body = { click_id: click, transaction_id: randomUUID(), order_value: 10, ...fields };
      const text = [body.click_id, body.transaction_id, String(body.order_value)];
      return { body, headers: { 'x-service-signature': sign(DIRECT_SECRET, ...text) } };
    };
    const good = order(click, 'forged', '10.00');
    const wrong: [string, Call, number, string][] = [
      [
        'a wrong signature',
        { ...good, headers: { 'x-service-signature': 'a'.repeat(64) } },
        401,
        'invalid_signature',
      ],
      ['a duplicate order', order(click, 'known', '10.00'), 409, 'duplicate_order'],
      ['an unknown click', order(randomUUID(), 'unknown-click', '10.00'), 404, 'click_not_found'],
      ['a malformed body', { text: '{"click_id":' }, 400, 'malformed_json'],
      [
        'a body that is no JSON',
        { text: 'hello', headers: { 'content-type': 'text/plain' } },
        415,
        'unsupported_media_type',
      ],
      ['too many decimals', signed({ order_value: 10.001 }), 400, 'invalid_request'],
      ['a negative amount', signed({ order_value: -1 }), 400, 'invalid_request'],
      ['an unknown currency', signed({ currency: 'XXQ' }), 400, 'invalid_request'],
      ['an operator for a text', signed({ order_id: { $gt: '' } }), 400, 'invalid_request'],
    ];
    for (const [what, call, status, code] of wrong) {
      const answer = await client.call('POST', '/api/track/conversion', call);
      expect([what, answer.status, answer.body.data?.error]).toEqual([what, status, code]);
      expect(answer.body.success).toBe(false);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
    const large = await client.call('POST', '/api/track/conversion', {
      body: { click_id: click, metadata: { text: 'x'.repeat(1_100_000) } },
    });
    expect([large.status, large.body.success]).toEqual([413, false]);
    expect(await total()).toBe(before);
  });

  it('refuses invalid tokens and wrong roles in the error format of each area', async () => {
    const forged = `${fixture.brand.token.slice(0, -8)}AAAAAAAA`;
    const none = await client.call('GET', '/api/notifications');
    expect([none.status, none.body]).toEqual([401, { detail: 'Not authenticated' }]);
    const cases: [string, string | undefined, number][] = [
      ['/api/affiliate/commissions', undefined, 401],
      ['/api/affiliate/commissions', forged, 401],
      ['/api/affiliate/commissions', fixture.brand.token, 403],
      ['/api/brand/conversions', fixture.affiliate.token, 403],
      ['/api/admin/ledger/verify', fixture.brand.token, 403],
      ['/api/brand/campaigns/not-an-id', fixture.brand.token, 404],
      [`/api/brand/campaigns/${randomUUID()}`, fixture.brand.token, 404],
      ['/api/nowhere', fixture.brand.token, 404],
    ];
    for (const [path, token, status] of cases) {
      const answer = await client.call('GET', path, token === undefined ? {} : { token });
      expect([path, answer.status]).toEqual([path, status]);
    }
    const wrongMethod = await client.call('DELETE', '/api/affiliate/commissions', {
      token: fixture.affiliate.token,
    });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([
      405,
      expect.stringContaining('GET'),
    ]);
  });

  it('refuses an invalid payout and reserves nothing', async () => {
    const { affiliate, brand } = fixture;
    const conversion = await post(client, click, 'for-payout', '600.00');
    await client.sdk(brand.token).conversions.review(conversion, { decision: 'approved' });
    const { payoutAccounts, payouts } = client.sdk(affiliate.token);
    const unverified = await payoutAccounts.create({
      provider: 'walletco_payouts',
      walletco_email: 'ann@example.com',
    });
    const account = await payoutAccount(client, fixture);
    const requestPayout = (amount: unknown, id = account) =>
      client.call('POST', '/api/affiliate/payouts/request', {
        token: affiliate.token,
        body: { amount, payment_method_id: id },
      });
    const cases: [Promise<{ status: number; body: { error: string } }>, number, string][] = [
      [requestPayout(49.99), 400, 'below_minimum'],
      [requestPayout(60.01), 400, 'insufficient_balance'],
      [requestPayout(0), 400, 'invalid_request'],
      [requestPayout(50.001), 400, 'invalid_request'],
      [requestPayout(50, unverified.account.id), 400, 'payment_method_not_verified'],
    ];
    for (const [call, status, code] of cases) {
      const answer = await call;
      expect([answer.status, answer.body.error]).toEqual([status, code]);
    }
    const { balance } = await payouts.getBalance();
    expect(balance.available_balance).toBe(60);
  });

  it('refuses orders of a campaign that is not active', async () => {
    const other = await createFixture(client);
    const late = await follow(client, other.trackingCode);
    const { campaigns } = client.sdk(other.brand.token);
    await campaigns.update(other.campaignId, { status: 'archived' });
    const refused = await eventuallyRefused(late);
    expect(refused).toBe('campaign_not_active');
  });

  /** Posts orders until one is refused, because tracking receives the campaign's state by an event. */
  function eventuallyRefused(clickId: string): Promise<string> {
    let attempt = 0;
    return eventually(
      async () => {
        const late = order(clickId, `late-${String((attempt += 1))}`, '1.00');
        const { status, body } = await client.call('POST', '/api/track/conversion', late);
        return status === 400 && (body.data.error as string);
      },
      { everyMs: 100 },
    );
  }
});
