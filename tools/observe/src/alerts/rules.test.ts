import { allMetrics } from '@tributary/metrics';
import { boards } from '../boards/boards.ts';
import { allAlerts } from './rules.ts';

/** What Prometheus and prom-client measure by themselves. */
const ofOthers = new Set([
  'up',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
]);
const known = new Set(
  allMetrics.flatMap(({ name, kind }) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
);

/** The names of metrics in an expression: words before a selector, a range or the end of a call. */
const metricsIn = (expr: string): string[] =>
  [...expr.replaceAll(/"[^"]*"/g, '').matchAll(/\b([a-z]+_[a-z_0-9]+|up)\b(?!\s*\()/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) => !['le', 'sum_over_time', 'count_over_time', '__rate_interval'].includes(name),
    );

const labels = new Set(allMetrics.flatMap((metric) => metric.labels));

const unknownIn = (expr: string): string[] =>
  metricsIn(expr).filter((name) => !known.has(name) && !ofOthers.has(name) && !labels.has(name));

describe('alerts', () => {
  it.each(allAlerts.map((alert) => [alert.name, alert] as const))(
    '%s reads metrics of the registry alone, and has a case that fires and one that does not',
    (_name, { expr, cases }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(cases.some(({ fires }) => fires !== undefined)).toBe(true);
      expect(cases.some(({ fires }) => fires === undefined)).toBe(true);
    },
  );

  it('have names of their own', () => {
    expect(new Set(allAlerts.map(({ name }) => name)).size).toBe(allAlerts.length);
  });
});

describe('boards', () => {
  const queries = boards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) => panel.queries.map(({ expr }) => [title, panel.title, expr] as const)),
  );

  it.each(queries)('%s, %s: reads metrics of the registry alone', (_board, _panel, expr) => {
    expect(unknownIn(expr)).toEqual([]);
  });

  it('show every metric of the registry', () => {
    const shown = queries.map(([, , expr]) => expr).join(' ');
    expect(allMetrics.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)).toEqual(
      [],
    );
  });
});
