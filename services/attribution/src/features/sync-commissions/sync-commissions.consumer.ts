import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** What was booked on a conversion belongs to its explanation. */
export const syncCommissionsConsumers = ({ commissions }: Deps) => {
  const keep = (events: readonly HandledEvent<CommissionSnapshot>[]): Promise<void> =>
    commissions.save(events.map(({ data }) => data));
  return [
    consumerOfSeveral(commissionCreated, keep),
    consumerOfSeveral(commissionApproved, keep),
    consumerOfSeveral(commissionPaid, keep),
    consumerOfSeveral(commissionAdjusted, keep),
  ];
};
