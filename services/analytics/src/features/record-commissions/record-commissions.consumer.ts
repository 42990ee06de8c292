import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  commissionPartPaid,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordCommissions } from './record-commissions.ts';

export const recordCommissionConsumers = (deps: Deps) => {
  const record = recordCommissions(deps);
  return [
    consumerOfSeveral(commissionCreated, record),
    consumerOfSeveral(commissionApproved, record),
    consumerOfSeveral(commissionPaid, record),
    consumerOfSeveral(commissionPartPaid, record),
    consumerOfSeveral(commissionAdjusted, record),
  ];
};
