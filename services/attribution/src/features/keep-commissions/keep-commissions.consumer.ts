import { commissionAdjusted, commissionApproved, commissionCreated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** What was booked on a conversion belongs to its explanation. */
export const keepCommissionsConsumers = ({ commissions }: Deps) => [
  consumer(commissionCreated, ({ data }) => commissions.keep(data)),
  consumer(commissionApproved, ({ data }) => commissions.keep(data)),
  consumer(commissionAdjusted, ({ data }) => commissions.keep(data)),
];
