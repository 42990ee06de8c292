import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { bucketOf, type Interval } from '../domain/period.ts';
import { type FigureRow } from './figures-port.ts';

/** Figures of hours or days summed by longer intervals; the keys are the starts of the intervals, ms. */
export async function sumByInterval(
  rows: AsyncIterable<FigureRow<Date>>,
  interval: Interval,
): Promise<ReadonlyMap<number, Figures>> {
  const byBucket = new Map<number, Figures>();
  for await (const row of rows) {
    const bucket = bucketOf(row._id, interval).getTime();
    byBucket.set(bucket, addFigures(byBucket.get(bucket) ?? noFigures, row));
  }
  return byBucket;
}
