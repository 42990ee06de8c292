import { type Assessment } from './assessment.ts';
import { changeIdOf, recredit, restoreCredit } from './recredit.ts';

const shareOf = (affiliateId: string) => ({
  ...{ affiliateId, clickId: null, linkId: null, weight: 1, valueMinor: 100 },
});
const assessment = {
  conversionId: 'order',
  model: 'last_click',
  modelVersion: 'last_click.1',
  shares: [shareOf('anna')],
} as unknown as Assessment;
const creditOf = (changeId: string, affiliateId: string) => ({
  changeId,
  model: 'linear' as const,
  modelVersion: 'linear.1',
  shares: [shareOf(affiliateId)],
});

describe('a revised assessment', () => {
  it('has the credit of the change and restores the one before, whichever was changed how often', () => {
    const first = recredit(assessment, creditOf('first', 'bela'));
    const second = recredit(first, creditOf('second', 'cleo'));
    expect([assessment, first, second].map(changeIdOf)).toEqual([null, 'first', 'second']);
    expect(second.shares).toEqual([shareOf('cleo')]);
    expect(recredit(second, creditOf('first', 'dora'))).toBe(second);
    expect(restoreCredit(second, 'first')).toBe(second);
    const restored = restoreCredit(restoreCredit(second, 'second'), 'first');
    expect(restored).toEqual({ ...assessment, credits: [] });
    expect(restoreCredit(restored, 'first')).toBe(restored);
  });
});
