import { anEvidence, hindsight } from '../../testing/evidence.ts';
import { accountGroup } from './account-group.ts';

const found = (accounts: number) =>
  accountGroup.evaluate(
    anEvidence({
      hindsight: hindsight({
        group: {
          accounts: Array.from({ length: accounts }, (_, index) => `account-${String(index)}`),
          things: ['line:a', 'line:b', 'device:c'],
        },
      }),
    }),
    accountGroup.defaults.thresholds,
  );

describe('account_group', () => {
  it('is not available when the order is judged at first, and 0 for one that shares nothing', () => {
    const { thresholds } = accountGroup.defaults;
    expect(accountGroup.evaluate(anEvidence(), thresholds).value).toBeNull();
    const alone = anEvidence({ hindsight: hindsight() });
    expect(accountGroup.evaluate(alone, thresholds).value).toBe(0);
  });

  it('is 0 for three accounts of one campus, and 1 for six of a ring', () => {
    expect(found(3).value).toBe(0);
    expect(found(6).value).toBe(1);
  });

  it('names what the accounts share by kind, never by its key', () => {
    expect(found(6).evidence).toBe(
      'The affiliate is one of 6 accounts with 3 things in common (device, line), by one of which the order came',
    );
  });
});
