import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { openWebhooks } from '@tributary/sdk';
import { eventually } from '@tributary/testing';
import { type CollectedSpan, fetchSpans, orphansOf } from '@tributary/tracing/testing';
import { HOUR_MS } from '@tributary/units';
import {
  Client,
  follow,
  order,
  payoutAccount,
  post,
  refund,
  createFixture,
  sign,
  type Fixture,
} from '../client.ts';
import { sharedSystem, type SharedSystem } from '../shared-system.ts';
import { CALLER } from './caller.ts';

/** Tests the way from a click to a paid affiliate, in a system that other suites share. */
describe('from a click to a paid affiliate', () => {
  let system: SharedSystem;
  let client: Client;
  let fixture: Fixture;
  let conversionId = '';

  beforeAll(async () => {
    system = sharedSystem();
    client = new Client(system, undefined, {
      traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-00`,
    });
    fixture = await createFixture(client);
  });

  it('pays commissions, notifies brand and affiliate, and claws back refunds', async () => {
    const { brand, affiliate, admin, trackingCode } = fixture;
    const own = { token: affiliate.token };

    // The brand registers an endpoint, on a plan with webhooks.
    await client.must('PUT', `/api/admin/users/${brand.id}/plan`, {
      token: admin,
      body: { plan: 'pro' },
    });
    await client.signIn(brand);
    const receiver = `${system.sandboxUrl}/receiver/story`;
    const endpoint = await client.must('POST', '/api/webhooks/endpoints', {
      token: brand.token,
      body: {
        url: receiver,
        events: ['conversion.tracked', 'conversion.approved', 'commission.created'],
      },
    });
    expect(endpoint.data.secret).toMatch(/^whsec_/);
    await fetch(receiver, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      // The first delivery fails, which causes a retry.
      body: JSON.stringify({ secret: endpoint.data.secret, status: 500, times: 1 }),
    });

    // A visitor buys twice; a network reports a third order.
    const click = await follow(client, trackingCode);
    const first = await post(client, click, 'order-1', '120.00');
    conversionId = first;
    const second = await post(client, click, 'order-2', '400.5');
    const signature = sign('dev-secret-source-a', trackingCode, 'order-3', '80');
    const third = await client.must('POST', '/api/track/postback/source_a', {
      body: {
        tracking_code: trackingCode,
        order_id: 'order-3',
        order_value: 80,
        signature,
        extra: 1,
      },
    });
    expect(third.data).toMatchObject({ status: 'recorded' });

    const again = await client.call(
      'POST',
      '/api/track/conversion',
      order(click, 'order-1', '120.00'),
    );
    expect([again.status, again.body.data.error, again.body.data.conversion_id]).toEqual([
      409,
      'duplicate_order',
      first,
    ]);

    // The brand lists three pending, scored conversions and reviews them.
    const listed = await client.until(
      '/api/brand/conversions?status=pending',
      { token: brand.token },
      ({ data }) =>
        data.pagination.total === 3 &&
        data.conversions.every((c: { fraud_score: number | null }) => c.fraud_score !== null),
    );
    expect(listed.data.conversions[0]).toMatchObject({
      affiliate_id: affiliate.id,
      status: 'pending',
    });
    const review = await client.must('PUT', `/api/brand/conversions/${first}/review`, {
      token: brand.token,
      body: { decision: 'approved' },
    });
    expect(review.data).toEqual({ id: first, status: 'approved', commission_created: true });
    const bulk = await client.must('POST', '/api/brand/conversions/bulk-review', {
      token: brand.token,
      body: { conversion_ids: [second, randomUUID()], decision: 'approved' },
    });
    expect(bulk.data).toMatchObject({
      processed: 1,
      failed: 1,
      results: [{ id: second, status: 'approved', commission_created: true }],
    });

    // The affiliate's earnings include both at once: 12.00 + 40.05.
    const earnings = await client.until(
      '/api/affiliate/earnings/simple',
      own,
      (body) => body.total_earnings === 52.05,
    );
    expect(earnings).toMatchObject({
      available_for_payout: 52.05,
      paid_earnings: 0,
      currency: 'USD',
    });
    const commissions = await client.must('GET', '/api/affiliate/commissions', own);
    expect(commissions.map((c: { amount: number }) => c.amount).sort()).toEqual([12, 40.05]);

    // The affiliate is paid.
    const account = await payoutAccount(client, fixture);
    const requested = await client.must('POST', '/api/affiliate/payouts/request', {
      ...own,
      body: { amount: 52.05, payment_method_id: account },
    });
    expect(requested).toMatchObject({ success: true, amount: 52.05, status: 'pending' });
    expect(requested.reference_number).toMatch(/^PO-\d{8}-[A-Z0-9]{6}$/);
    const paid = await client.until(
      `/api/payouts/${requested.payout_id}`,
      own,
      ({ payout }) => payout.status === 'completed',
    );
    expect(paid.payout).toMatchObject({
      amount: 52.05,
      fee_amount: 0.38,
      net_amount: 51.67,
      commission_count: 2,
    });
    const balance = await client.must('GET', '/api/payouts/balance/current', own);
    expect(balance.balance).toMatchObject({ available_balance: 0, total_paid_out: 52.05 });

    // The third order is approved and not yet paid.
    await client.must('PUT', `/api/brand/conversions/${third.data.conversion_id}/review`, {
      token: brand.token,
      body: { decision: 'approved' },
    });

    // A refund reverses an unpaid commission and a paid one.
    const unpaid = await client.must('POST', '/api/track/adjustment', {
      ...(() => {
        const text = '{"original_order_id":"order-3","adjustment_type":"refund"}';
        return {
          text,
          headers: { 'x-service-signature': sign('dev-secret-source-a', 'order-3', 'refund', '') },
        };
      })(),
    });
    expect(unpaid.data).toEqual({
      status: 'reversed',
      order_id: 'order-3',
      reversed_commissions: 1,
      adjusted_commissions: 0,
    });
    const clawback = await client.must(
      'POST',
      '/api/track/adjustment',
      refund('order-1', 'chargeback'),
    );
    expect(clawback.data).toMatchObject({ status: 'reversed', reversed_commissions: 1 });
    const owed = await client.until(
      '/api/payouts/balance/current',
      own,
      ({ balance: now }) => now.available_balance === -12,
    );
    expect(owed.balance.available_balance).toBe(-12);
    const refused = await client.call('POST', '/api/affiliate/payouts/request', {
      ...own,
      body: { amount: 50, payment_method_id: account },
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'insufficient_balance']);

    // All deliveries arrived once and signed.
    const analytics = await client.until(
      '/api/webhooks/analytics',
      { token: brand.token },
      ({ data }) => data.successful_deliveries >= 9,
    );
    expect(analytics.data).toMatchObject({ failed_deliveries: 0, total_endpoints: 1 });
    const received = (await (await fetch(`${receiver}?limit=100`)).json()) as {
      distinct_ids: number;
      requests: { body: string; headers: Record<string, string> }[];
    };
    expect(received.distinct_ids).toBe(9);
    const { unwrap } = openWebhooks(endpoint.data.secret);
    for (const { body, headers } of received.requests) {
      const event = await unwrap(body, headers, { requireTimestamp: true, toleranceMs: HOUR_MS });
      expect(event).toMatchObject({
        id: headers['x-webhook-id'],
        event: headers['x-webhook-event'],
      });
      expect(headers['traceparent']).toMatch(new RegExp(`^00-${CALLER.traceId}-[0-9a-f]{16}-01$`));
      const { 'webhook-signature': _standard, ...plain } = headers;
      expect(await unwrap(body, plain, { toleranceMs: HOUR_MS })).toEqual(event);
    }
    const notes = await client.until('/api/notifications?limit=100', own, (list) =>
      ['commission_approved', 'payout_processed', 'application_approved'].every((type) =>
        list.some(
          (note: { type: string; channel: string }) =>
            note.type === type && note.channel === 'in_app',
        ),
      ),
    );
    expect(notes.length).toBeGreaterThan(3);
    const inbox = `${system.sandboxUrl}/inbox/email?to=${encodeURIComponent(affiliate.email)}`;
    const mails = await client.until(
      '/api/notifications/count',
      own,
      ({ unread_count }) => unread_count > 0,
    );
    expect(mails.unread_count).toBeGreaterThan(0);
    // An e-mail follows its notification.
    await eventually(async () =>
      JSON.stringify(await (await fetch(inbox)).json()).includes('payout'),
    );

    const performance = await client.until(
      '/api/affiliate/analytics/performance',
      own,
      ({ metrics }) => metrics.conversions === 1 && metrics.earnings === 40.05,
    );
    expect(performance.metrics).toMatchObject({
      clicks: 1,
      unique_clicks: 1,
      epc: 40.05,
      revenue: 400.5,
    });

    // The brand's reports have the figures of the log and of the ledger.
    const as = { token: brand.token };
    const due = await client.until(
      '/api/brand/reports?kind=payouts_due',
      as,
      ({ totals }) => totals.owed_back === 12,
    );
    expect(due.totals).toMatchObject({ on_hold: 0, due: 0, owed_back: 12, paid: 52.05 });
    expect(due.totals.due - due.totals.owed_back).toBe(owed.balance.available_balance);
    const logged = await client.must('GET', '/api/brand/conversions', as);
    const reported = await client.until(
      '/api/brand/reports?kind=conversions',
      as,
      ({ totals }) => totals.commission === 40.05,
    );
    type Logged = { id: string; order_id: string; order_amount: number; status: string };
    type Reported = Omit<Logged, 'id' | 'order_amount'> & {
      conversion_id: string;
      order_value: number;
    };
    expect(
      new Set(
        reported.rows.map(({ conversion_id: id, order_id, order_value, status }: Reported) =>
          [id, order_id, order_value, status].join(),
        ),
      ),
    ).toEqual(
      new Set(
        logged.data.conversions.map(({ id, order_id, order_amount, status }: Logged) =>
          [id, order_id, order_amount, status].join(),
        ),
      ),
    );
    expect(reported.totals).toMatchObject({ order_value: 600.5, refunded: 200, revenue: 400.5 });

    const ledger = await client.must('GET', '/api/admin/ledger/verify', { token: admin });
    expect(ledger).toMatchObject({ balanced: true, differences: [] });
  }, 120_000);

  it('is one trace over all services, from the click to the settled payout and its webhooks', async () => {
    const { collector } = system;
    const inTrace = () => fetchSpans(collector, { traceId: CALLER.traceId });
    const expected: [service: string, name: string | RegExp][] = [
      ['gateway', 'GET /r'],
      ['tracking', 'GET /r/:tracking_code'],
      ['tracking', /^handle tracking\.clicks?\.recorded|^handle clicks?\.recorded/],
      ['tracking', 'POST /api/track/conversion'],
      ['attribution', /^handle conversion\.tracked/],
      ['tracking', 'PUT /api/brand/conversions/:conversion_id/review'],
      ['commission', 'create commissions'],
      ['payout', 'POST /api/affiliate/payouts/request'],
      ['commission', /Reserve$/],
      ['payout', /^payout step/],
      ['payout', 'POST provider'],
      ['commission', /Settle$/],
      ['webhook', /^webhook conversion\.approved$/],
      ['notification', /^send email$/],
      ['analytics', /^handle /],
    ];
    const isSpan =
      ([service, name]: (typeof expected)[number]) =>
      (span: CollectedSpan) =>
        span.service === service &&
        (typeof name === 'string' ? span.name === name : name.test(span.name));
    await eventually(
      async () => {
        const spans = await inTrace();
        const missing = expected.filter((one) => !spans.some(isSpan(one)));
        const orphans = orphansOf(spans, new Set([CALLER.spanId]));
        if (missing.length + orphans.length === 0) return true;
        throw new Error(
          `missing: ${missing.join('; ')}; orphans: ${orphans.map(({ name }) => name).join('; ')}; ` +
            `there: ${[...new Set(spans.map(({ service, name }) => `${service} ${name}`))].sort().join('; ')}`,
        );
      },
      { timeoutMs: 30_000, everyMs: 250 },
    );
    // Relays link to the spans whose events they publish; they are part of none of their traces.
    const published = await fetchSpans(collector, { name: 'publish outbox' });
    const linked = new Set(published.flatMap(({ links }) => links.map(({ traceId }) => traceId)));
    expect(linked.has(CALLER.traceId)).toBe(true);
    expect(published.some(({ traceId }) => traceId === CALLER.traceId)).toBe(false);
  }, 60_000);

  it('is shown by an operators’ command in order of time', async () => {
    const program = 'tools/verify/src/cli/trace-conversion.ts';
    const env = { ...process.env, NAMESPACE: system.namespace };
    const options = { cwd: repositoryRoot(), env };
    const args = [program, conversionId, '--logs', system.logs];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.slice(0, 24))).toEqual(
      lines.map((line) => line.slice(0, 24)).toSorted(),
    );
    for (const known of [
      /record +tracking +click/,
      /record +tracking +conversion/,
      /event +tracking +conversion\.tracked\.v1/,
      /record +attribution +assessment/,
      /record +commission +commission/,
      /ledger +commission +booked/,
      /record +payout +payout/,
      /delivery +webhook +webhook conversion\.approved/,
      /message +notification +message commission_approved/,
      /log +tracking +request/,
      /log +commission +event handled/,
    ])
      expect(stdout).toMatch(known);
    expect(stdout).not.toContain('@');
  }, 60_000);

  it('refuses a used refresh token and its whole family', async () => {
    const body = {
      email: `reuse-${String(Date.now())}@example.com`,
      password: 'a-long-password',
      role: 'brand',
      name: 'R',
    };
    const one = await client.must('POST', '/api/auth/register', { body });
    const refresh = (token: string) =>
      client.call('POST', '/api/auth/refresh', { body: { refresh_token: token } });
    const two = await refresh(one.refresh_token);
    expect(two.status).toBe(200);
    expect((await refresh(one.refresh_token)).status).toBe(401);
    expect((await refresh(two.body.refresh_token)).status).toBe(401);
  });

  it('returns the request id of a conversion, which traces it through HTTP, gRPC and Kafka', async () => {
    const click = await follow(client, fixture.trackingCode);
    const id = `trace-${String(Date.now())}`;
    const call = order(click, `order-${id}`, '10.00');
    const tracked = await client.call('POST', '/api/track/conversion', {
      ...call,
      headers: { ...call.headers, 'x-request-id': id },
    });
    expect([tracked.status, tracked.headers.get('x-request-id')]).toEqual([201, id]);
  });

  it('describes the API in one OpenAPI 3.1 document and on a page', async () => {
    const expected = [
      '/api/auth/register',
      '/api/brand/campaigns',
      '/api/track/conversion',
      '/api/affiliate/commissions',
      '/api/payouts/{payout_id}',
      '/api/webhooks/endpoints',
      '/api/notifications',
      '/api/affiliate/analytics/performance',
    ];
    const document = await client.document();
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(expected));
    expect(document.openapi).toMatch(/^3\.1/);
    const page = await client.call('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('html'),
    ]);
  });
});
