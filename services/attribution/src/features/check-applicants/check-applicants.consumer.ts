import { applicationSubmitted } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { checkPair } from '../../workflows/check-accounts.ts';

/** Compares the account of an affiliate who applies to a campaign with others, before the brand decides. */
export const checkApplicantsConsumer = (deps: Deps) =>
  consumer(applicationSubmitted, ({ data: { affiliateId, brandId, campaignId } }) =>
    checkPair(deps)({ affiliateId, brandId, campaignId }),
  );
