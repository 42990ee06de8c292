import { conversionApproved } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { CreateForConversions } from './create-for-conversions.ts';

/** Creates the commissions that no RPC has created; in batches, because approvals arrive by the hundred. */
export const createForConversionsConsumer = (createForConversions: CreateForConversions) =>
  batchConsumer(conversionApproved, (events) =>
    createForConversions(
      events.map(({ data: approval, correlationId }) => ({
        approval,
        correlationId,
        isRepeat: true,
      })),
    ),
  );
