import { type Collector, openCollector } from '@tributary/tracing/testing';
import { CALLS_A_MONTH } from '../events/operations.ts';
import { share } from '../shared-system.ts';
import { openSystem, type TestSystem } from '../system.ts';

let collector: Collector;
let system: TestSystem;

/** Before the first story of a run. */
export default async function openSharedSystem(): Promise<void> {
  collector = await openCollector();
  system = await openSystem({
    CLICK_BATCH_MS: '500',
    // Nine seconds.
    ACCOUNT_DELETION_DAYS: '0.0001',
    CUSTOMER_ERASURE_SECOND_PASS_SECONDS: '0',
    // Thousands of calls come from one address.
    RATE_LIMIT_API_PER_MINUTE: '0',
    RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
    API_CALLS_PER_MONTH_ENTERPRISE: String(CALLS_A_MONTH),
    // Every report is written in the background.
    REPORT_DIRECT_ROWS: '0',
    // The shop is on this machine.
    INTEGRATION_ALLOW_PRIVATE: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    TRACE_RATIO: '1',
  });
  share({ ...system, collector: collector.endpoint });
}

export async function closeSharedSystem(): Promise<void> {
  await system.close();
  await collector.close();
}
