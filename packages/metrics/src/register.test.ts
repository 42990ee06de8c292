import { Registry } from 'prom-client';
import { callMetrics } from './process-metrics.ts';
import { observeTraced, registerCounter, registerHistogram, showExemplars } from './register.ts';

const observed = {
  labels: { rpc: 'Ledger/Reserve', code: 'ok' },
  value: 0.003,
  traceId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
};

describe('a histogram of durations', () => {
  it('names the trace of a value where the registry is written as OpenMetrics', async () => {
    const registry = new Registry();
    showExemplars(registry);
    registerCounter(registry, callMetrics.tracesExported).inc(3);
    const histogram = registerHistogram(registry, callMetrics.rpcDuration);
    observeTraced(histogram, observed);
    observeTraced(histogram, { ...observed, value: 0.2, traceId: undefined });
    const text = await registry.metrics();
    expect(text).toMatch(
      /le="0\.005",rpc="Ledger\/Reserve",code="ok"\} 1 # \{trace_id="a{32}"\} 0\.003 /,
    );
    expect(text).toContain('trace_spans_exported_total 3');
    expect(text.match(/trace_id/g)).toHaveLength(1);
    expect(text.trimEnd()).toMatch(/# EOF$/);
  });

  it('is as before in the usual format', async () => {
    const registry = new Registry();
    observeTraced(registerHistogram(registry, callMetrics.rpcDuration), observed);
    const text = await registry.metrics();
    expect(text).toContain('rpc_duration_seconds_count{rpc="Ledger/Reserve",code="ok"} 1');
    expect(text).not.toContain('trace_id');
  });
});
