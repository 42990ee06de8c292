import fc from 'fast-check';
import { type ClickRow } from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import { rollUp } from './click-rollup.ts';

const someClicks = fc.array(
  fc.record({
    linkId: fc.constantFrom('one', 'two'),
    minute: fc.integer({ min: 0, max: 300 }),
    validity: fc.constantFrom<ClickRow['validity']>('valid', 'bot', 'duplicate', 'filtered'),
  }),
  { maxLength: 40 },
);

describe('rollUp', () => {
  it('counts every click once, whatever their order, so that gross is what was recorded', () => {
    fc.assert(
      fc.property(someClicks, (given) => {
        const clicks = given.map(({ linkId, minute, validity }) =>
          aClick({
            linkId,
            validity,
            occurredAt: new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString(),
          }),
        );
        const sum = (kind: 'unique' | 'duplicate' | 'invalid', from = clicks) =>
          rollUp(from).reduce((total, rollup) => total + rollup[kind], 0);
        expect(sum('unique') + sum('duplicate') + sum('invalid')).toBe(clicks.length);
        expect(sum('duplicate')).toBe(
          given.filter(({ validity }) => validity === 'duplicate').length,
        );
        const counts = (from: ClickRow[]) =>
          rollUp(from)
            .map(({ id, unique }) => `${id} ${String(unique)}`)
            .sort();
        expect(counts(clicks.toReversed())).toEqual(counts(clicks));
      }),
    );
  });
});
