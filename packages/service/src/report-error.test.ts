import { unavailable } from '@tributary/errors';
import { openMetrics } from './metrics.ts';
import { openErrorReport } from './report-error.ts';

it('reports a bug with its stack each time, and an outage in one line', async () => {
  const lines: [level: string, facts: object][] = [];
  const log = {
    warn: (facts: object) => lines.push(['warn', facts]),
    error: (facts: object) => lines.push(['error', facts]),
  };
  const metrics = openMetrics('test', 'both');
  const report = openErrorReport({ log: log as never, metrics }, 'sums', 'worker failed');
  const bug = new TypeError('a mistake');
  report(bug);
  report(bug);
  for (let call = 0; call < 100; call += 1) report(unavailable('away', { message: 'Away' }));
  expect(lines).toEqual([
    ['error', { err: bug, where: 'sums' }],
    ['error', { err: bug, where: 'sums' }],
    ['warn', { where: 'sums', count: 1, reason: 'Away' }],
  ]);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/unexpected_errors_total\{where="sums",.*\} 2/);
  expect(text).toMatch(/outage_errors_total\{where="sums",.*\} 100/);
});
