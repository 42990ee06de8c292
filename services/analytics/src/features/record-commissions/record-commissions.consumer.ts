import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordCommission } from './record-commissions.ts';

export const recordCommissionConsumers = (deps: Deps) => [
  consumer(commissionCreated, recordCommission(deps)),
  consumer(commissionApproved, recordCommission(deps)),
  consumer(commissionPaid, recordCommission(deps)),
  consumer(commissionAdjusted, recordCommission(deps)),
];
