import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  commissionsDeclined,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { correctionFor } from '../../domain/caps.ts';

const bookedOf = ({ data }: { readonly data: CommissionSnapshot }) => {
  const { commissionId, conversionId, affiliateId, amountMinor, currency, terms, status } = data;
  const commission = { commissionId, affiliateId, amountMinor, currency, terms, status };
  return { conversionId, commission, isMoved: data.attributionChangeId !== undefined };
};

/** Copies booked commissions to their conversions, for the lists and the counts against budgets. */
export const syncCommissionsConsumers = (deps: Deps) => {
  const save = (events: readonly { readonly data: CommissionSnapshot }[]): Promise<void> => {
    const booked = events.map(bookedOf);
    // Only the first amount corrects the count; later changes concern the conversion alone.
    const first = new Map(booked.toReversed().map((one) => [one.commission.commissionId, one]));
    return deps.transaction(async ({ conversions, caps }) => {
      const before = await conversions.saveCommissions(booked);
      const corrections = [...first.values()].flatMap(({ conversionId, commission, isMoved }) => {
        const conversion = before.get(conversionId);
        // A change of attribution moves commissions between affiliates and leaves the sum that counts.
        if (conversion === undefined || isMoved) return [];
        const { commissionId } = commission;
        const isKnown = conversion.commissions.some((known) => known.commissionId === commissionId);
        return isKnown ? [] : correctionFor(conversion, commission);
      });
      await caps.apply(corrections);
    });
  };
  return [
    consumerOfSeveral(commissionCreated, save),
    consumerOfSeveral(commissionApproved, save),
    consumerOfSeveral(commissionPaid, save),
    consumerOfSeveral(commissionAdjusted, save),
    consumerOfSeveral(commissionsDeclined, (events) =>
      deps.transaction(({ conversions }) =>
        conversions.saveUnpayable(events.map(({ data }) => data)),
      ),
    ),
  ];
};
