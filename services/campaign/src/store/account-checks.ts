import { type AccountCheck } from '@tributary/contracts';
import { defineCollection } from '@tributary/mongo';

/** What was found about an affiliate's account for a brand; `_id` is both. */
type AccountCheckDocument = Omit<AccountCheck, 'checkedAt'> & {
  readonly _id: string;
  readonly checkedAt: Date;
};

export const accountChecks = defineCollection<AccountCheckDocument>({
  name: 'account_checks',
  shardKey: { affiliateId: 'hashed' },
  retention: { until: 'identity publishes that the affiliate’s account is erased' },
  personal: [{ of: 'account', fields: ['affiliateId'], by: ['affiliateId'], erased: 'deleted' }],
  indexes: [{ key: { affiliateId: 1, brandId: 1 } }],
});
