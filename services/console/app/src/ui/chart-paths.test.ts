import { areaPath, linePath, tickOf } from './chart-paths.ts';

it('draws a line, and the area under it', () => {
  expect(
    linePath([
      [0, 5],
      [10, 2.25],
    ]),
  ).toBe('M0.0 5.0L10.0 2.3');
  expect(
    areaPath(
      [
        [0, 5],
        [10, 2],
      ],
      9,
    ),
  ).toBe('M0.0 5.0L10.0 2.0L10.0 9.0L0.0 9.0Z');
  expect([linePath([]), areaPath([], 9)]).toEqual(['', '']);
});

it.each([
  [0, 1],
  [3, 5],
  [12, 20],
  [480, 500],
  [1_000, 1_000],
])('ends the axis of %d at %d', (largest, tick) => {
  expect(tickOf(largest)).toBe(tick);
});
