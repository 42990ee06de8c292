import { conversionStatuses } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { toWireNumber } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { metricsOf } from '../../domain/metrics.ts';
import { periodView, seriesView } from '../../domain/performance-view.ts';
import { bucketsOf, type Interval, periodOf } from '../../domain/period.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly interval: Interval;
  readonly currency: string;
}

const TOP = 10;

/** A campaign's figures for its brand. @throws not_found where it is no campaign of this brand */
export const campaignPerformance = (deps: Deps) => async (input: Input) => {
  const { campaignId, brandId, interval, currency } = input;
  const campaign = await deps.facts.findCampaign(campaignId, brandId);
  if (campaign === null) throw notFound('not_found', { message: 'There is no such record' });
  const period = periodOf(input, deps.clock.now());
  const buckets = bucketsOf(period, interval);
  const scope = { campaignId };
  const [total, series, byStatus, top] = await Promise.all([
    deps.figures.total(scope, period, currency),
    deps.figures.series(scope, period, { currency, interval }),
    deps.campaignFigures.byStatus(campaignId, period),
    deps.campaignFigures.topAffiliates(campaignId, period, { currency, limit: TOP }),
  ]);
  const { earnings: commission, ...metrics } = metricsOf(total, currency);
  return {
    campaign_id: campaignId,
    period: periodView(period),
    currency,
    metrics: { ...metrics, commission },
    per_status: Object.fromEntries(
      conversionStatuses.map((status) => [status, byStatus[status] ?? 0]),
    ),
    series: seriesView(buckets, series, currency),
    top_affiliates: top.map((row) => ({
      affiliate_id: row._id,
      conversions: row.conversions,
      commission: toWireNumber(row.earningsMinor, currency),
    })),
  };
};
