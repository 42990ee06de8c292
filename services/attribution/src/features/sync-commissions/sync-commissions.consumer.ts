import {
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  commissionPaid,
  commissionsDeclined,
  type CommissionSnapshot,
} from '@tributary/contracts';
import { consumerOfSeveral, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/**
 * Explanations of conversions contain the booked commissions, or why none was booked; a commission that its brand refused
 * teaches the fraud score.
 */
export const syncCommissionsConsumers = ({ assessments, commissions, labels }: Deps) => {
  const save = (events: readonly HandledEvent<CommissionSnapshot>[]): Promise<void> =>
    commissions.save(events.map(({ data }) => data));
  return [
    consumerOfSeveral(commissionCreated, save),
    consumerOfSeveral(commissionApproved, save),
    consumerOfSeveral(commissionPaid, save),
    consumerOfSeveral(commissionAdjusted, async (events) => {
      await save(events);
      const refused = events.flatMap(({ data: { conversionId, refusedAs } }) =>
        refusedAs === undefined ? [] : [{ conversionId, refusedAs }],
      );
      if (refused.length > 0) await labels.saveRefusals(refused);
    }),
    consumerOfSeveral(commissionsDeclined, (events) =>
      assessments.saveUnpayable(events.map(({ data }) => data)),
    ),
  ];
};
