import { runWithContext } from '@tributary/context';
import { conversionApproved } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { CreateForConversions } from './create-for-conversions.ts';

/** Creates the commissions that no RPC has created; in batches, because approvals arrive by the hundred. */
export const createForConversionsConsumer = (createForConversions: CreateForConversions) =>
  batchConsumer(conversionApproved, async (events) => {
    const byCorrelation = Map.groupBy(events, ({ correlationId }) => correlationId);
    await Promise.all(
      [...byCorrelation].map(([correlationId, sharing]) =>
        runWithContext({ correlationId }, () =>
          createForConversions(sharing.map(({ data }) => data)),
        ),
      ),
    );
  });
