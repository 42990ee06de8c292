import { GROUP_SIZE, GROUP_WEIGHT } from '../account-group.ts';
import { absent, notAvailable, ramp } from '../finding.ts';
import { kindOf } from '../shared-thing.ts';
import { defineSignal } from '../signal.ts';

/** Several accounts that live of the same few people: a ring that orders by its own links. */
export const accountGroup = defineSignal({
  name: 'account_group',
  description:
    'The affiliate is one of several accounts whose orders come by the same people or coupon codes',
  cause: 'group',
  changedIn: 9,
  weight: GROUP_WEIGHT,
  thresholds: { accounts: [GROUP_SIZE.from, GROUP_SIZE.to] },
  needs: ['hindsight'],
  evaluate: ({ hindsight }, { accounts }) => {
    if (hindsight === null) return notAvailable('accounts are compared when more orders are known');
    const { group } = hindsight;
    if (group === null) return absent('The order shares nothing with connected accounts');
    const kinds = new Set(group.things.map(kindOf));
    return {
      value: ramp(group.accounts.length, accounts),
      evidence: `The affiliate is one of ${group.accounts.length} accounts with ${group.things.length} things in common (${[...kinds].sort().join(', ')}), by one of which the order came`,
    };
  },
});
