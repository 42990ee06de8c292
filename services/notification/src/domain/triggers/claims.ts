import { claimDecided, claimReceived, type ClaimSnapshot } from '@tributary/contracts';
import * as texts from '../templates/claims.ts';
import { trigger } from './trigger.ts';

const aboutClaim = ({ claimId }: ClaimSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'claim',
  entityId: claimId,
});

export const claimTriggers = [
  trigger(claimReceived, (claim) => [
    {
      ...aboutClaim(claim),
      type: 'claim_received',
      recipients: [claim.brandId],
      text: texts.claimReceived(claim),
    },
  ]),
  trigger(
    claimDecided,
    (claim, { isProved }) =>
      // Who claims an order that is known reads the answer at once.
      claim.decidedAt === claim.createdAt
        ? []
        : [
            {
              ...aboutClaim(claim),
              type: 'claim_decided',
              recipients: [claim.affiliateId],
              text: texts.claimDecided({
                orderId: claim.orderId,
                status: claim.status,
                reason: claim.reason,
                notes: isProved(claim.brandId) ? claim.notes : null,
              }),
            },
          ],
    { authors: ({ brandId }) => [brandId] },
  ),
];
