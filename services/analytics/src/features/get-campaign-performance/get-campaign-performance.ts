import { conversionStatuses } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { brandMetricsOf, sumOfFigures } from '../../domain/metrics.ts';
import { periodView, seriesView } from '../../domain/performance-view.ts';
import {
  allTime,
  bucketsOf,
  type Interval,
  periodOf,
  previousPeriod,
} from '../../domain/period.ts';
import { type CampaignDocument } from '../../store/collections.ts';
import { getOwnCampaign } from '../../workflows/copy-names.ts';

type GetCampaignPerformanceDeps = Pick<
  Deps,
  'clock' | 'figures' | 'findCampaign' | 'impressions' | 'statuses'
>;

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly interval: Interval;
  /** Default: the campaign's own. */
  readonly currency?: string | undefined;
}

const TOP = 10;

/** What a campaign has spent of its total budget and what is left, in its own currency. */
async function budgetOf(
  deps: GetCampaignPerformanceDeps,
  { _id, brandId, budgetMinor, currency }: CampaignDocument,
) {
  const earningsMinor = await deps.figures.earned({ brandId, campaignId: _id }, allTime, currency);
  const wire = (amountMinor: number) => toWireNumber(amountMinor, currency);
  const left = budgetMinor === null ? null : wire(Math.max(0, budgetMinor - earningsMinor));
  const total = budgetMinor === null ? null : wire(budgetMinor);
  return { total, spent: wire(earningsMinor), left, currency };
}

/** A campaign's figures for its brand. @throws not_found, also for another brand's campaign */
export const getCampaignPerformance =
  (deps: GetCampaignPerformanceDeps) => async (input: Input) => {
    const { campaignId, brandId, interval } = input;
    const campaign = await getOwnCampaign(deps, campaignId, brandId);
    const { currency = campaign.currency } = input;
    const period = periodOf(input, deps.clock.now());
    const before = previousPeriod(period);
    const buckets = bucketsOf(period, interval);
    const scope = { brandId, campaignId };
    const [series, previous, byStatus, top, budget, impressions] = await Promise.all([
      deps.figures.series(scope, period, { currency, interval }),
      deps.figures.total(scope, before, currency),
      deps.statuses.byStatus(scope, period),
      deps.figures.list({ scope, period, currency, by: 'affiliate' }, { skip: 0, limit: TOP }),
      budgetOf(deps, campaign),
      deps.impressions.count(campaignId, period),
    ]);
    return {
      campaign_id: campaignId,
      period: periodView(period),
      currency,
      metrics: {
        impressions,
        ...brandMetricsOf(sumOfFigures(series.values()), currency),
      },
      budget,
      per_status: Object.fromEntries(
        conversionStatuses.map((status) => [status, byStatus[status] ?? 0]),
      ),
      series: seriesView(buckets, series, (figures) => brandMetricsOf(figures, currency)),
      top_affiliates: top
        .filter(({ _id }) => _id !== null)
        .map(({ _id, ...figures }) => ({
          affiliate_id: _id,
          ...brandMetricsOf(figures, currency),
        })),
      previous_period: {
        ...periodView(before),
        metrics: brandMetricsOf(previous, currency),
      },
    };
  };
