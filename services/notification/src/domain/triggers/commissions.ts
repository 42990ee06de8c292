import {
  affiliateTierChanged,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import * as texts from '../templates/commissions.ts';
import { silent, trigger } from './trigger.ts';

const aboutCommission = ({ commissionId, affiliateId }: CommissionSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'commission',
  entityId: commissionId,
  recipients: [affiliateId],
});

export const commissionTriggers = [
  trigger(commissionCreated, (commission) => [
    {
      ...aboutCommission(commission),
      type: 'commission_earned',
      text: texts.commissionEarned(commission),
    },
  ]),
  trigger(commissionApproved, (commission) => [
    {
      ...aboutCommission(commission),
      type: 'commission_approved',
      text: texts.commissionApproved(commission),
    },
  ]),
  silent(commissionPaid, 'payout_processed covers all commissions of a payout'),
  silent(commissionAdjusted, 'the balance shows it'),
  silent(affiliateTierChanged, 'the tiers page shows it, and a webhook publishes it'),
];
