import { type Session } from '@tributary/mongo';
import { clickMinutesOf, minuteRollups } from '../domain/click-minute.ts';
import { changeOf, commissionRollups, conversionRollups } from '../domain/rollup.ts';
import { clickMinuteStore } from './click-minute-store.ts';
import { type Collections } from './collections.ts';
import { type FigureWriter } from './figures-port.ts';
import { rollupStore } from './rollup-store.ts';

/** Adds changes to the sums in MongoDB. */
export const sumWriter = (collections: Collections, session?: Session): FigureWriter => {
  const clickMinutes = clickMinuteStore(collections, session);
  const rollups = rollupStore(collections, session);
  return {
    addClicks: async (events) => {
      const minutes = clickMinutesOf(events.flatMap(({ data }) => data.counts));
      await clickMinutes.add(minutes);
      await rollups.addClicks(changeOf([], minutes.flatMap(minuteRollups)));
    },
    changeConversions: ({ before, now }) =>
      rollups.addConversions(
        changeOf(before.flatMap(conversionRollups), now.flatMap(conversionRollups)),
      ),
    changeCommissions: ({ before, now }) =>
      rollups.addCommissions(
        changeOf(before.flatMap(commissionRollups), now.flatMap(commissionRollups)),
      ),
  };
};
