import { fraudReviewOverdue } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

const OVERDUE_AFTER_DAYS = 14;
const BATCH_SIZE = 500;

/**
 * Reminds brands, once per conversion, of flagged conversions without a decision for 14 days. The flag stays: no
 * flagged conversion is paid because time has passed.
 */
export const remindOverdueReviews =
  ({ transaction, reminders, clock }: Pick<Deps, 'transaction' | 'reminders' | 'clock'>) =>
  async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - OVERDUE_AFTER_DAYS * DAY_MS);
    for (;;) {
      const overdue = await reminders.listOverdue(before, BATCH_SIZE);
      if (overdue.length === 0) return;
      const byBrand = Map.groupBy(overdue, ({ brandId }) => brandId);
      await transaction(async ({ reminders: transactional, outbox }) => {
        await transactional.markReminded(
          overdue.map(({ conversionId }) => conversionId),
          clock.now(),
        );
        for (const [brandId, reviews] of byBrand) {
          const conversionIds = reviews.map(({ conversionId }) => conversionId);
          await outbox.add(
            fraudReviewOverdue({ brandId, conversionIds, flaggedBefore: before.toISOString() }),
          );
        }
      });
    }
  };
