import { runWithContext } from '@tributary/context';
import { conversionApproved } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import type { CreateCommissions } from './create-commissions.ts';

/**
 * Books what no call has booked yet. In bulk, because approvals come by the hundred, and because
 * creating is idempotent by itself.
 */
export const createCommissionsConsumer = (createCommissions: CreateCommissions) =>
  batchConsumer(conversionApproved, async (events) => {
    const byOrigin = Map.groupBy(events, ({ correlationId }) => correlationId);
    await Promise.all(
      [...byOrigin].map(([correlationId, ofOne]) =>
        runWithContext({ correlationId }, () => createCommissions(ofOne.map(({ data }) => data))),
      ),
    );
  });
