import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  commissionsDeclined,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Explanations of conversions contain the booked commissions, or why none was booked. */
export const syncCommissionsConsumers = ({ assessments, commissions }: Deps) => {
  const save = (events: readonly HandledEvent<CommissionSnapshot>[]): Promise<void> =>
    commissions.save(events.map(({ data }) => data));
  return [
    consumerOfSeveral(commissionCreated, save),
    consumerOfSeveral(commissionApproved, save),
    consumerOfSeveral(commissionPaid, save),
    consumerOfSeveral(commissionAdjusted, save),
    consumerOfSeveral(commissionsDeclined, (events) =>
      assessments.saveUnpayable(events.map(({ data }) => data)),
    ),
  ];
};
