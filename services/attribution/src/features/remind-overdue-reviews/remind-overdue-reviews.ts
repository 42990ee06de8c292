import { fraudReviewOverdue } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

const OVERDUE_AFTER_DAYS = 14;
const AT_ONCE = 500;

/**
 * Reminds brands, once per conversion, of flagged ones that nobody has decided for 14 days. The flag
 * stays: nothing is ever paid because it grew old.
 */
export const remindOverdueReviews =
  ({ transaction, reminders, clock }: Deps) =>
  async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - OVERDUE_AFTER_DAYS * DAY_MS);
    for (;;) {
      const overdue = await reminders.listOverdue(before, AT_ONCE);
      if (overdue.length === 0) return;
      const byBrand = Map.groupBy(overdue, ({ brandId }) => brandId);
      await transaction(async ({ reminders: own, outbox }) => {
        await own.markReminded(
          overdue.map(({ conversionId }) => conversionId),
          clock.now(),
        );
        for (const [brandId, some] of byBrand) {
          const conversionIds = some.map(({ conversionId }) => conversionId);
          await outbox.add(
            fraudReviewOverdue({ brandId, conversionIds, flaggedBefore: before.toISOString() }),
          );
        }
      });
    }
  };
