import { mock } from 'node:test';
import { throttleReports } from './throttle-reports.ts';

describe('throttled reports', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('report the first at once and the others together, at most once in the interval', () => {
    const reports: [string, number][] = [];
    const note = throttleReports<string>(1_000, (fact, count) => reports.push([fact, count]));
    for (const fact of ['a', 'b', 'c']) note(fact);
    expect(reports).toEqual([['a', 1]]);
    mock.timers.tick(1_000);
    expect(reports).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
    mock.timers.tick(5_000);
    expect(reports).toHaveLength(2);
    note('d');
    expect(reports.at(-1)).toEqual(['d', 1]);
  });
});
