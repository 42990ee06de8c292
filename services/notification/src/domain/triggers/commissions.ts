import {
  affiliateTierChanged,
  attributionChangeApplied,
  attributionChangeUndone,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
  type MovedCredit,
} from '@tributary/contracts';
import * as texts from '../templates/commissions.ts';
import { silent, trigger } from './trigger.ts';

const aboutCommission = ({ commissionId, affiliateId }: CommissionSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'commission',
  entityId: commissionId,
  recipients: [affiliateId],
});

/** The notice of the change covers all commissions that it moved. */
const isMadeByChange = ({ attributionChangeId }: CommissionSnapshot): boolean =>
  attributionChangeId !== undefined;

/** The line of a change that is not on hold is approved when it is made. */
const isApprovedByChange = (commission: CommissionSnapshot): boolean =>
  isMadeByChange(commission) && commission.approvedAt === commission.createdAt;

const aboutChange = ({ changeId, affiliateId }: MovedCredit) => ({
  type: 'attribution_changed' as const,
  priority: 'normal' as const,
  entityType: 'attribution_change',
  entityId: changeId,
  recipients: [affiliateId],
});

export const commissionTriggers = [
  trigger(commissionCreated, (commission) =>
    isMadeByChange(commission)
      ? []
      : [
          {
            ...aboutCommission(commission),
            type: 'commission_earned',
            text: texts.commissionEarned(commission),
          },
        ],
  ),
  trigger(commissionApproved, (commission) =>
    isApprovedByChange(commission)
      ? []
      : [
          {
            ...aboutCommission(commission),
            type: 'commission_approved',
            text: texts.commissionApproved(commission),
          },
        ],
  ),
  trigger(attributionChangeApplied, (moved) => [
    { ...aboutChange(moved), text: texts.attributionChanged(moved) },
  ]),
  trigger(attributionChangeUndone, (moved) => [
    { ...aboutChange(moved), text: texts.attributionChangeUndone(moved) },
  ]),
  silent(commissionPaid, 'payout_processed covers all commissions of a payout'),
  silent(commissionAdjusted, 'the balance shows it'),
  silent(affiliateTierChanged, 'the tiers page shows it, and a webhook publishes it'),
];
