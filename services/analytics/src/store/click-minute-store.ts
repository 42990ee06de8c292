import { type Session } from '@tributary/mongo';
import { type ClickMinute } from '../domain/click-minute.ts';
import { type Collections } from './collections.ts';

/** The clicks that were counted, by link and minute. */
export const clickMinuteStore = ({ clickMinutes }: Collections, session?: Session) => ({
  /** Saves counts; each must be given once. */
  add: async (minutes: readonly ClickMinute[]): Promise<void> => {
    if (minutes.length === 0) return;
    const options = session === undefined ? {} : { session };
    await clickMinutes.insertMany([...minutes], { ...options, ordered: false });
  },
});
