import { type Collections } from '../collections.ts';
import { type FigureAdapter } from '../stores.ts';
import { clickHouseBrandReports } from './brand-reports.ts';
import { type ClickHouse } from './client.ts';
import { type ClosedDays, closedDaysOf } from './closed-days.ts';
import { clickHouseWriter } from './figure-writer.ts';
import { clickHouseFigures } from './figures.ts';
import { clickHouseActivity, clickHouseStatuses, clickHouseTotals } from './other-readers.ts';
import { createTables } from './schema.ts';

export interface ClickHouseAdapter extends FigureAdapter {
  readonly clickHouse: ClickHouse;
  readonly closedDays: ClosedDays;
}

/** The figures in ClickHouse, whose tables are created where they are missing. The facts stay in MongoDB. */
export async function clickHouseAdapter(
  clickHouse: ClickHouse,
  collections: Collections,
  clock: { now(): Date },
): Promise<ClickHouseAdapter> {
  await createTables(clickHouse);
  const closedDays = closedDaysOf(clickHouse, clock);
  const parts = { clickHouse, closedDays, collections, clock };
  return {
    clickHouse,
    closedDays,
    readers: {
      figures: clickHouseFigures(clickHouse, closedDays),
      brandReports: clickHouseBrandReports(clickHouse),
      statuses: clickHouseStatuses(clickHouse),
      activity: clickHouseActivity(clickHouse),
      totals: clickHouseTotals(clickHouse, closedDays),
    },
    writerOf: (session) => clickHouseWriter(parts, session),
    closeDays: closedDays.close,
    close: clickHouse.close,
  };
}
