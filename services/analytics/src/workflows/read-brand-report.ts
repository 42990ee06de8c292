import { type Deps } from '../deps.ts';
import {
  affiliateRowView,
  type AmountRow,
  amountRowView,
  amountsView,
  type BrandNames,
  type BrandQuery,
} from '../domain/brand-report.ts';
import { brandMetricsOf } from '../domain/metrics.ts';
import { type TableRow } from '../domain/report-table.ts';
import { type AmountQuery, type FigureRow } from '../store/figures-port.ts';
import { inBatches } from './in-batches.ts';

export type BrandReading = Pick<Deps, 'brandReports' | 'figures' | 'names'>;

interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** A brand's report: its rows, a page of them, and their number with the sums. */
export interface BrandReport {
  readonly rows: () => AsyncIterable<TableRow>;
  readonly list: (page: Page) => Promise<TableRow[]>;
  readonly total: () => Promise<{ readonly rows: number; readonly totals: TableRow }>;
}

async function namesOf(
  { names }: Pick<Deps, 'names'>,
  rows: readonly { affiliateId: string | null; campaignId?: string }[],
): Promise<BrandNames> {
  const affiliateIds = [...new Set(rows.flatMap(({ affiliateId }) => affiliateId ?? []))];
  const campaignIds = [...new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))];
  const [{ campaigns }, affiliates] = await Promise.all([
    names.findNames({ campaignIds, linkIds: [] }),
    names.findAffiliates(affiliateIds),
  ]);
  return { campaigns, affiliates };
}

function amountReport(deps: BrandReading, query: AmountQuery): BrandReport {
  const { kind, currency } = query;
  const shown = async (rows: readonly AmountRow[]): Promise<TableRow[]> => {
    const names = await namesOf(deps, rows);
    return rows.map((row) => amountRowView(kind, row, { currency, names }));
  };
  return {
    rows: () => inBatches(deps.brandReports.stream(query), shown),
    list: async (page) => shown(await deps.brandReports.list(query, page)),
    total: async () => {
      const { rows, commissions, amounts } = await deps.brandReports.total(query);
      const counted = kind === 'payouts_due' ? { commissions } : {};
      return { rows, totals: { ...counted, ...amountsView(amounts, currency) } };
    },
  };
}

/** The figures of a brand's affiliates are those of its campaigns. */
const figureQueryOf = async ({ names }: Pick<Deps, 'names'>, query: BrandQuery) => {
  const { brandId, campaignId, affiliateId, period, currency } = query;
  const own = await names.listCampaignIds(brandId);
  const $in = campaignId === undefined ? own : own.filter((id) => id === campaignId);
  return {
    scope: { brandId, affiliateId, campaignId: { $in } },
    period,
    currency,
    by: 'affiliate',
  } as const;
};

function affiliatesReport(deps: BrandReading, query: BrandQuery): BrandReport {
  const { currency } = query;
  const shown = async (found: readonly FigureRow[]): Promise<TableRow[]> => {
    const rows = found.map(({ _id, ...figures }) => ({
      figures,
      affiliateId: _id as string | null,
    }));
    const names = await namesOf(deps, rows);
    return rows.map(({ affiliateId, figures }) =>
      affiliateRowView(affiliateId, figures, { currency, names }),
    );
  };
  return {
    rows: async function* () {
      yield* inBatches(deps.figures.stream(await figureQueryOf(deps, query)), shown);
    },
    list: async (page) => shown(await deps.figures.list(await figureQueryOf(deps, query), page)),
    total: async () => {
      const { rows, figures } = await deps.figures.totalOf(await figureQueryOf(deps, query));
      return { rows, totals: brandMetricsOf(figures, currency) };
    },
  };
}

/** Opens a brand's report; nothing is read before its parts are. */
export function openBrandReport(deps: BrandReading, query: BrandQuery): BrandReport {
  const { kind } = query;
  return kind === 'affiliates'
    ? affiliatesReport(deps, query)
    : amountReport(deps, { ...query, kind });
}
