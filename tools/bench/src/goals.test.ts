import { boundsText, goals, isMet } from './goals.ts';

describe('a goal', () => {
  it('is met where all its bounds hold', () => {
    expect(isMet(goals.redirect, { ratio: 1.1, p99Ratio: 1.2 })).toBe(true);
    expect(isMet(goals.redirect, { ratio: 1.09, p99Ratio: 1.2 })).toBe(false);
    expect(isMet(goals.redirect, { ratio: 1.1, p99Ratio: 1.21 })).toBe(false);
  });

  it('is missed where a figure was not measured', () => {
    expect(isMet(goals.redirect, { ratio: 2 })).toBe(false);
    expect(isMet(goals.audit, { value: Number.NaN })).toBe(false);
  });

  it('is shown with its unit', () => {
    expect(boundsText(goals.redirectBeside)).toBe('≥ 0.35, p99 ms ≤ 50');
    expect(boundsText(goals.clickCpu)).toBe('≤ 150 µs');
    expect(boundsText(goals.intakeBeside)).toBe('–');
  });
});
