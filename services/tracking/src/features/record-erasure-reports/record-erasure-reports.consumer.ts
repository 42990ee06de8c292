import {
  assessmentCustomerErased,
  commissionCustomerErased,
  type ErasedOfOrder,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type ReportingService } from '../../domain/customer-erasure.ts';

/** Adds what the other services erased of a person's orders to the receipt. */
export const recordErasureReportsConsumers = ({
  clock,
  transaction,
}: Pick<Deps, 'clock' | 'transaction'>) => {
  const record = (service: ReportingService, { erasureId, counts }: ErasedOfOrder) =>
    transaction(({ customerErasures }) =>
      customerErasures.addReport(erasureId, { service, counts }, clock.now()),
    );
  return [
    consumer(assessmentCustomerErased, ({ data }) => record('attribution', data)),
    consumer(commissionCustomerErased, ({ data }) => record('commission', data)),
  ];
};
