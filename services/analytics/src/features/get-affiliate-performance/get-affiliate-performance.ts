import { type Deps } from '../../deps.ts';
import { metricsOf, sumOfFigures } from '../../domain/metrics.ts';
import { periodView, seriesView } from '../../domain/performance-view.ts';
import { bucketsOf, type Interval, periodOf, previousPeriod } from '../../domain/period.ts';

type GetAffiliatePerformanceDeps = Pick<Deps, 'clock' | 'figures'>;

interface Input {
  readonly affiliateId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly interval: Interval;
  readonly currency: string;
}

/** An affiliate's figures of a period by interval, and the totals of the period before. */
export const getAffiliatePerformance =
  (deps: GetAffiliatePerformanceDeps) => async (input: Input) => {
    const { affiliateId, campaignId, linkId, interval, currency } = input;
    const period = periodOf(input, deps.clock.now());
    const buckets = bucketsOf(period, interval);
    const scope = { affiliateId, campaignId, linkId };
    const before = previousPeriod(period);
    const [series, previous] = await Promise.all([
      deps.figures.series(scope, period, { currency, interval }),
      deps.figures.total(scope, before, currency),
    ]);
    return {
      period: periodView(period),
      currency,
      metrics: metricsOf(sumOfFigures(series.values()), currency),
      series: seriesView(buckets, series, (figures) => metricsOf(figures, currency)),
      previous_period: { ...periodView(before), metrics: metricsOf(previous, currency) },
    };
  };
