import { ramp } from './finding.ts';

describe('ramp', () => {
  it('rises or falls linearly between its ends and is constant outside', () => {
    const rising = { from: 2, to: 5 };
    expect([1, 2, 3.5, 5, 9].map((value) => ramp(value, rising))).toEqual([0, 0, 0.5, 1, 1]);
    const falling = { from: 15, to: 8 };
    expect([20, 15, 8, 0].map((value) => ramp(value, falling))).toEqual([0, 0, 1, 1]);
  });
});
