import {
  affiliateTierChanged,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { amountText } from './amount-text.ts';
import { silent, trigger } from './trigger.ts';

const aboutCommission = ({ commissionId, affiliateId }: CommissionSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'commission',
  entityId: commissionId,
  recipients: [affiliateId],
});

const parametersOf = ({ amountMinor, currency, campaignName, orderId }: CommissionSnapshot) => ({
  amount: amountText(amountMinor, currency),
  campaign: campaignName,
  orderId,
});

export const commissionTriggers = [
  trigger(commissionCreated, (commission, { texts }) => [
    {
      ...aboutCommission(commission),
      type: 'commission_earned',
      ...texts.commissionEarned(parametersOf(commission)),
    },
  ]),
  trigger(commissionApproved, (commission, { texts }) => [
    {
      ...aboutCommission(commission),
      type: 'commission_approved',
      ...texts.commissionApproved(parametersOf(commission)),
    },
  ]),
  silent(commissionPaid, 'payout_processed covers all commissions of a payout'),
  silent(commissionAdjusted, 'the balance shows it'),
  silent(affiliateTierChanged, 'the tiers page shows it, and a webhook publishes it'),
];
