import { decideWidth, firstWidth } from './concurrency.ts';

const AT_MOST = 16;
const quick = { succeeded: true, durationMs: 20, moreWaits: true };
const widthAfter = (width: number, ...answers: Parameters<typeof decideWidth>[1][]): number =>
  answers.reduce((now, answer) => decideWidth(now, answer, AT_MOST), width);

describe('the width of a lane', () => {
  it('grows from four to its limit while the endpoint answers quickly and well', () => {
    expect(firstWidth(AT_MOST)).toBe(4);
    expect(widthAfter(4, quick, quick, quick)).toBe(7);
    expect(widthAfter(4, ...Array.from({ length: 50 }, () => quick))).toBe(AT_MOST);
  });

  it('stays where there was nothing more to send, or the answer was neither quick nor slow', () => {
    expect(widthAfter(6, { ...quick, moreWaits: false })).toBe(6);
    expect(widthAfter(6, { ...quick, durationMs: 600 })).toBe(6);
  });

  it.each([
    ['fails', { ...quick, succeeded: false }],
    ['is slow', { ...quick, durationMs: 1_001 }],
  ])('halves each time the endpoint %s, down to four', (_what, bad) => {
    expect(widthAfter(16, bad)).toBe(8);
    expect(widthAfter(16, bad, bad, bad, bad)).toBe(4);
  });

  it('never passes a limit below four', () => {
    expect(firstWidth(1)).toBe(1);
    expect(decideWidth(1, quick, 1)).toBe(1);
    expect(decideWidth(1, { ...quick, succeeded: false }, 1)).toBe(1);
  });
});
