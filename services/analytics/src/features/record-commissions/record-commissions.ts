import { type CommissionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

/** Keeps the newest state of a commission. */
export const recordCommission =
  (deps: Deps) =>
  ({ data }: { data: CommissionSnapshot }): Promise<void> =>
    deps.transaction(({ facts }) =>
      facts.putCommission({
        _id: data.commissionId,
        affiliateId: data.affiliateId,
        brandId: data.brandId,
        campaignId: data.campaignId,
        linkId: data.linkId,
        status: data.status,
        currency: data.currency,
        amountMinor: data.amountMinor,
        convertedAt: new Date(data.convertedAt),
      }),
    );
