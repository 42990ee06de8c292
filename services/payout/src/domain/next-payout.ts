import { nextPayoutDay } from '@tributary/contracts';
import { type Frequency } from './account.ts';

/**
 * The day of the next run of a schedule after `now`, midnight UTC; null for manual.
 * @param lastRun the day of its newest run, so that no day is shown again after a clock stepped back
 */
export function nextPayoutDate(frequency: Frequency, now: Date, lastRun?: Date): Date | null {
  if (frequency === 'manual') return null;
  const from = lastRun !== undefined && lastRun > now ? lastRun : now;
  return nextPayoutDay(frequency, from);
}
