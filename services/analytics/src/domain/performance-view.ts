import { z } from 'zod';
import { currencySchema } from '@tributary/money';
import { type Figures, noFigures } from './metrics.ts';
import { intervals, type Period } from './period.ts';

/** The columns of every report, as shown. */
export const metricsSchema = z
  .object({
    gross_clicks: z.int(),
    unique_clicks: z.int(),
    duplicate_clicks: z.int(),
    invalid_clicks: z.int(),
    clicks: z.int(),
    conversions: z.int(),
    conversion_rate: z.number().describe('conversions by unique clicks, a ratio'),
    revenue: z.number(),
    earnings: z.number(),
    epc: z.number().describe('earnings by clicks'),
  })
  .meta({ id: 'Metrics', description: 'The figures of a period' });

/** The columns as a brand sees them: the affiliates' earnings are its cost. */
export const brandMetricsSchema = metricsSchema
  .omit({ earnings: true })
  .extend({
    clicks_without_consent: z
      .int()
      .describe('Those of the invalid clicks whose visitors refused to be recognised')
      .meta({ examples: [2] }),
    commission: z.number(),
  })
  .meta({ id: 'BrandMetrics', description: 'The figures of a period, as a brand sees them' });

export const periodSchema = z
  .object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() })
  .meta({ id: 'Period', description: 'A period of time; its end is exclusive' });

const inPeriod = { period: z.iso.datetime() };
export const seriesSchema = z.array(
  metricsSchema
    .extend(inPeriod)
    .meta({ id: 'MetricsPoint', description: 'The figures of one interval' }),
);
export const brandSeriesSchema = z.array(
  brandMetricsSchema.extend(inPeriod).meta({
    id: 'BrandMetricsPoint',
    description: 'The figures of one interval, as a brand sees them',
  }),
);

/** The query fields of every report besides its dates. */
export const reportQuery = {
  interval: z.enum(intervals).default('day'),
  currency: currencySchema.default('USD'),
};

/** A period as shown; `end_date` is exclusive. */
export const periodView = ({ start, end }: Period) => ({
  start_date: start.toISOString(),
  end_date: end.toISOString(),
});

/** Every interval with its metrics, empty ones included. */
export const seriesView = <Columns extends object>(
  buckets: readonly Date[],
  byBucket: ReadonlyMap<number, Figures>,
  columnsOf: (figures: Figures) => Columns,
) =>
  buckets.map((bucket) => ({
    period: bucket.toISOString(),
    ...columnsOf(byBucket.get(bucket.getTime()) ?? noFigures),
  }));
