import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { correctionFor } from '../../domain/caps.ts';

const bookedOf = ({ data }: { readonly data: CommissionSnapshot }) => {
  const { commissionId, conversionId, affiliateId, amountMinor, currency, terms, status } = data;
  const commission = { commissionId, affiliateId, amountMinor, currency, terms, status };
  return { conversionId, commission };
};

/** The lists show the commissions that were really booked; their events bring them. */
export const keepCommissionsConsumers = (deps: Deps) => {
  const keep = (events: readonly { readonly data: CommissionSnapshot }[]): Promise<void> => {
    const booked = events.map(bookedOf);
    // What it cost when it was booked; later changes are the conversion's own.
    const first = new Map(booked.toReversed().map((one) => [one.commission.commissionId, one]));
    return deps.transaction(async ({ conversions, caps }) => {
      const before = await conversions.noteCommissions(booked);
      const corrections = [...first.values()].flatMap(({ conversionId, commission }) => {
        const conversion = before.get(conversionId);
        if (conversion === undefined) return [];
        const { commissionId } = commission;
        const isKnown = conversion.commissions.some((known) => known.commissionId === commissionId);
        return isKnown ? [] : correctionFor(conversion, commission);
      });
      await caps.apply(corrections);
    });
  };
  return [
    consumerOfSeveral(commissionCreated, keep),
    consumerOfSeveral(commissionApproved, keep),
    consumerOfSeveral(commissionPaid, keep),
    consumerOfSeveral(commissionAdjusted, keep),
  ];
};
