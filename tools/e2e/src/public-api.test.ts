import { accountExportTests } from './account-export.ts';
import { accessTests } from './access/access.ts';
import { attributionChangeTests } from './attribution-change.ts';
import { badInputTests } from './bad-input.ts';
import { browserSessionTests } from './browser-session.ts';
import { couponTests } from './coupons.ts';
import { assistantTests } from './developer/assistant.ts';
import { commandLineTests } from './developer/command-line.ts';
import { readmeTests } from './developer/readme.ts';
import { shopTests } from './developer/shops.ts';
import { deletionTests } from './deletion.ts';
import { mailTests } from './mails.ts';
import { paidClickTests } from './paid-clicks.ts';
import { requestLogTests } from './request-log.ts';
import { unpayableOrderTests } from './unpayable-orders.ts';
import { eventually } from '@tributary/testing';
import { type Collector, openCollector, orphansOf } from '@tributary/tracing/testing';
import { CALLER, storyTests } from './story.ts';
import { suspensionTests } from './suspension.ts';
import { openSystem, type TestSystem } from './system.ts';

/** The suites share one system, because neither changes settings nor kills a process. */
describe('the public API', () => {
  let system: TestSystem;
  let collector: Collector;
  beforeAll(async () => {
    collector = await openCollector();
    // Thousands of calls come from one address.
    system = await openSystem({
      CLICK_BATCH_MS: '500',
      // Nine seconds.
      ACCOUNT_DELETION_DAYS: '0.0001',
      CUSTOMER_ERASURE_SECOND_PASS_SECONDS: '0',
      RATE_LIMIT_API_PER_MINUTE: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      TRACE_RATIO: '1',
      RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
    });
  }, 180_000);
  afterAll(() => system.close(), 60_000);
  afterAll(() => collector.close());

  const systemOf = (): TestSystem => system;
  describe(
    'from a click to a paid affiliate',
    storyTests(systemOf, () => collector),
  );
  describe('a campaign that pays for clicks', paidClickTests(systemOf));
  describe('an order that earns only by approval', unpayableOrderTests(systemOf));
  describe('coupon codes', couponTests(systemOf));
  describe('the command line', commandLineTests(systemOf));
  describe('an assistant', assistantTests(systemOf));
  describe('a shop', shopTests(systemOf));
  describe('the calls of the README', readmeTests(systemOf));
  describe(
    'a switch of the attribution model over a past period',
    attributionChangeTests(systemOf),
  );
  describe('mails', mailTests(systemOf));
  describe('bad input', badInputTests(systemOf));
  describe('a suspension', suspensionTests(systemOf));
  describe('the export of an account', accountExportTests(systemOf));
  describe('the deletion of an account', deletionTests(systemOf));
  describe('a browser', browserSessionTests(systemOf));
  describe('the log of requests with API keys', requestLogTests(systemOf));
  describe('access', accessTests(systemOf));

  it('leaves no span without its parent', async () => {
    const orphans = () =>
      orphansOf(collector.spans(), new Set([CALLER.spanId])).map(
        ({ service, name }) => `${service} ${name}`,
      );
    await eventually(() => orphans().length === 0, { timeoutMs: 20_000, everyMs: 500 }).catch(
      () => undefined,
    );
    expect(orphans()).toEqual([]);
    expect(collector.spans().length).toBeGreaterThan(10_000);
  }, 30_000);
});
