import { changeOf, rangeOf } from './range.ts';

it('ends today and is preceded by as many days', () => {
  const now = Date.parse('2026-11-26T21:00:00Z');
  expect(rangeOf({ days: 7 }, now)).toEqual({
    start: '2026-11-20',
    end: '2026-11-26',
    before: { start: '2026-11-13', end: '2026-11-19' },
  });
});

it('knows no change of what was nothing', () => {
  expect(changeOf(150, 100)).toBe(0.5);
  expect([changeOf(1, 0), changeOf(1, undefined)]).toEqual([undefined, undefined]);
});
