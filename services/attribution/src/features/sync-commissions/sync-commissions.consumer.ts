import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Explanations of conversions contain the booked commissions. */
export const syncCommissionsConsumers = ({ commissions }: Deps) => {
  const save = (events: readonly HandledEvent<CommissionSnapshot>[]): Promise<void> =>
    commissions.save(events.map(({ data }) => data));
  return [
    consumerOfSeveral(commissionCreated, save),
    consumerOfSeveral(commissionApproved, save),
    consumerOfSeveral(commissionPaid, save),
    consumerOfSeveral(commissionAdjusted, save),
  ];
};
