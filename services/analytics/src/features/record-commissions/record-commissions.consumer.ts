import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordCommissions } from './record-commissions.ts';

export const recordCommissionConsumers = (deps: Deps) => [
  consumerOfSeveral(commissionCreated, recordCommissions(deps)),
  consumerOfSeveral(commissionApproved, recordCommissions(deps)),
  consumerOfSeveral(commissionPaid, recordCommissions(deps)),
  consumerOfSeveral(commissionAdjusted, recordCommissions(deps)),
];
