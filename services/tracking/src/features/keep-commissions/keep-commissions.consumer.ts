import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { correctionFor } from '../../domain/caps.ts';

const keep =
  ({ transaction }: Deps) =>
  (commission: CommissionSnapshot): Promise<void> => {
    const { commissionId, conversionId, affiliateId, amountMinor, currency, terms, status } =
      commission;
    const booked = { commissionId, affiliateId, amountMinor, currency, terms, status };
    return transaction(async ({ conversions, caps }) => {
      const conversion = await conversions.noteCommission(conversionId, booked);
      if (conversion === undefined) return;
      const isNew = conversion.commissions.every((known) => known.commissionId !== commissionId);
      if (isNew) await caps.apply(correctionFor(conversion, booked));
    });
  };

/** The lists show the commissions that were really booked; their events bring them. */
export const keepCommissionsConsumers = (deps: Deps) => {
  const keepCommission = keep(deps);
  return [
    consumer(commissionCreated, ({ data }) => keepCommission(data)),
    consumer(commissionApproved, ({ data }) => keepCommission(data)),
    consumer(commissionPaid, ({ data }) => keepCommission(data)),
    consumer(commissionAdjusted, ({ data }) => keepCommission(data)),
  ];
};
