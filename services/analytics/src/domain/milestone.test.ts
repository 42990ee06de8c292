import fc from 'fast-check';
import { missingToNext, passedThresholds, type Subject } from './milestone.ts';
import { createProgress } from './progress.ts';

const clicks: Subject = { kind: 'clicks', id: 'link', currency: null };
const now = new Date('2026-05-01T12:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

describe('milestones', () => {
  it('are powers of ten, from the least that is worth a word', () => {
    expect(passedThresholds(clicks, 99)).toEqual([]);
    expect(passedThresholds(clicks, 12_345)).toEqual([100, 1_000, 10_000]);
    expect(passedThresholds({ ...clicks, kind: 'conversions' }, 100)).toEqual([10, 100]);
  });

  it('count revenue in units of its currency', () => {
    const revenue = (currency: string) => ({ kind: 'revenue', id: 'c', currency }) as const;
    expect(passedThresholds(revenue('USD'), 100_000)).toEqual([10_000, 100_000]);
    expect(passedThresholds(revenue('JPY'), 1_000)).toEqual([100, 1_000]);
    expect(passedThresholds(revenue('KWD'), 99_999)).toEqual([]);
  });

  it('are passed exactly when what was missing has come', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (total) => {
        const missing = missingToNext(clicks, total);
        const before = passedThresholds(clicks, total).length;
        expect(passedThresholds(clicks, total + missing - 1)).toHaveLength(before);
        expect(passedThresholds(clicks, total + missing)).toHaveLength(before + 1);
      }),
    );
  });
});

describe('progress', () => {
  it('needs a total where it is unknown, after enough events, and after some time', () => {
    const progress = createProgress();
    progress.note(clicks, 1, now);
    expect(progress.takeDue(later(3), 10)).toEqual([clicks]);
    expect(progress.takeDue(later(3), 10)).toEqual([]);
    progress.checked(clicks, 5, later(3));
    progress.note(clicks, 4, later(3));
    expect(progress.takeDue(later(7), 10)).toEqual([]);
    progress.note(clicks, 1, later(7));
    expect(progress.takeDue(later(11), 10)).toEqual([clicks]);
    progress.checked(clicks, 1_000, later(11));
    progress.note(clicks, 1, later(12));
    expect(progress.takeDue(later(70), 10)).toEqual([]);
    expect(progress.takeDue(later(71), 10)).toEqual([clicks]);
  });

  it('looks again after a while at what may not have been committed at the look', () => {
    const progress = createProgress();
    progress.note(clicks, 1, now);
    expect(progress.takeDue(now, 10)).toEqual([clicks]);
    progress.checked(clicks, 1, now);
    expect(progress.takeDue(later(59), 10)).toEqual([]);
    expect(progress.takeDue(later(60), 10)).toEqual([clicks]);
    expect(progress.takeDue(later(200), 10)).toEqual([]);
  });

  it('returns no more than the limit, and the rest later', () => {
    const progress = createProgress();
    for (let i = 0; i < 5; i += 1) progress.note({ ...clicks, id: String(i) }, 1, now);
    expect(progress.takeDue(later(5), 3)).toHaveLength(3);
    expect(progress.takeDue(later(5), 3)).toHaveLength(2);
  });
});
