import { type Frequency } from './account.ts';

const DAY_MS = 86_400_000;
const MONDAY = 1;

/**
 * The next run of a schedule after `now`, midnight UTC: daily; weekly on Mondays; biweekly on Mondays of
 * even weeks since 1970-01-05; monthly on the 1st. Null for manual.
 */
export function nextPayoutDate(frequency: Frequency, now: Date): Date | null {
  if (frequency === 'manual') return null;
  const today = Math.floor(now.getTime() / DAY_MS);
  const tomorrow = new Date((today + 1) * DAY_MS);
  if (frequency === 'daily') return tomorrow;
  if (frequency === 'monthly') {
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  }
  const monday = new Date(tomorrow.getTime() + ((MONDAY - tomorrow.getUTCDay() + 7) % 7) * DAY_MS);
  const week = Math.floor((monday.getTime() / DAY_MS - 4) / 7);
  if (frequency === 'weekly' || week % 2 === 0) return monday;
  return new Date(monday.getTime() + 7 * DAY_MS);
}
