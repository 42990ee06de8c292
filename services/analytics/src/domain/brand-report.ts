import { toWireNumber } from '@tributary/money';
import { brandMetricsOf, type Figures } from './metrics.ts';
import { type Period } from './period.ts';
import { figureColumns } from './report.ts';
import { type Column, column, type ColumnType, type TableRow } from './report-table.ts';

/** The kinds of a brand's reports. */
export const brandReportKinds = [
  'conversions',
  'commissions',
  'payouts_due',
  'affiliates',
] as const;
export type BrandReportKind = (typeof brandReportKinds)[number];

export const isBrandKind = (kind: string): kind is BrandReportKind =>
  (brandReportKinds as readonly string[]).includes(kind);

export const brandTitles: Readonly<Record<BrandReportKind, string>> = {
  conversions: 'Conversions',
  commissions: 'Commissions',
  payouts_due: 'Payouts due to affiliates',
  affiliates: 'Affiliates',
};

const figureTypes: Readonly<Record<string, ColumnType>> = {
  conversion_rate: 'rate',
  revenue: 'money',
  epc: 'epc',
};

const affiliate = [column('affiliate_id', 'id'), column('affiliate_name', 'text')];
const order = [
  column('order_id', 'text'),
  column('converted_at', 'time'),
  column('campaign_id', 'id'),
  column('campaign_name', 'text'),
  ...affiliate,
  column('status', 'text'),
];
const amounts = (...names: readonly string[]): Column[] =>
  names.map((name) => column(name, 'money'));

export const brandColumns: Readonly<Record<BrandReportKind, readonly Column[]>> = {
  conversions: [
    column('conversion_id', 'id'),
    ...order,
    ...amounts('order_value', 'refunded', 'revenue', 'commission'),
  ],
  commissions: [
    column('commission_id', 'id'),
    column('conversion_id', 'id'),
    ...order,
    ...amounts('amount', 'paid', 'due'),
  ],
  payouts_due: [
    ...affiliate,
    column('commissions', 'count'),
    ...amounts('on_hold', 'due', 'owed_back', 'paid'),
  ],
  affiliates: [
    ...affiliate,
    ...figureColumns.map((name) =>
      name === 'earnings'
        ? column('commission', 'money')
        : column(name, figureTypes[name] ?? 'count'),
    ),
    column('clicks_without_consent', 'count'),
  ],
};

/** The columns of a kind that hold amounts. */
export const moneyColumns = (kind: BrandReportKind): string[] =>
  brandColumns[kind].filter(({ type }) => type === 'money').map(({ name }) => name);

/** The selection of a brand's report. */
export interface BrandQuery {
  readonly kind: BrandReportKind;
  readonly brandId: string;
  readonly campaignId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly period: Period;
  readonly currency: string;
}

/** The sums of a brand's report of single orders or commissions, minor units by column. */
export type AmountSums = Readonly<Record<string, number>>;

/** A row of single orders or commissions, or of what is due to an affiliate. */
export interface AmountRow {
  readonly _id: string;
  readonly affiliateId: string | null;
  readonly campaignId?: string;
  readonly conversionId?: string;
  readonly orderId?: string | null;
  readonly convertedAt?: Date;
  readonly status?: string;
  readonly commissions?: number;
  /** Minor units, by column. */
  readonly amounts: AmountSums;
}

/** The names that a brand's rows show. */
export interface BrandNames {
  readonly campaigns: ReadonlyMap<string, string>;
  readonly affiliates: ReadonlyMap<string, string>;
}

const affiliateOf = (id: string | null, { affiliates }: BrandNames): TableRow => ({
  affiliate_id: id,
  affiliate_name: id === null ? null : (affiliates.get(id) ?? null),
});

/** Amounts in the units of the wire, by column. */
export const amountsView = (sums: AmountSums, currency: string): TableRow =>
  Object.fromEntries(
    Object.entries(sums).map(([name, minor]) => [name, toWireNumber(minor, currency)]),
  );

const orderView = (row: AmountRow, { campaigns }: BrandNames): TableRow => {
  const { campaignId = '', convertedAt, orderId = null, status = null } = row;
  return {
    order_id: orderId,
    converted_at: convertedAt?.toISOString() ?? null,
    campaign_id: campaignId,
    campaign_name: campaigns.get(campaignId) ?? null,
    status,
  };
};

/** A row as shown and exported. */
export function amountRowView(
  kind: Exclude<BrandReportKind, 'affiliates'>,
  row: AmountRow,
  { currency, names }: { readonly currency: string; readonly names: BrandNames },
): TableRow {
  const shown = amountsView(row.amounts, currency);
  const affiliate = affiliateOf(row.affiliateId, names);
  if (kind === 'payouts_due') return { ...affiliate, commissions: row.commissions ?? 0, ...shown };
  const ids =
    kind === 'conversions'
      ? { conversion_id: row._id }
      : { commission_id: row._id, conversion_id: row.conversionId ?? null };
  return { ...ids, ...orderView(row, names), ...affiliate, ...shown };
}

/** The figures of an affiliate as a row of the brand's report. */
export const affiliateRowView = (
  id: string | null,
  figures: Figures,
  { currency, names }: { readonly currency: string; readonly names: BrandNames },
): TableRow => ({
  ...affiliateOf(id, names),
  ...brandMetricsOf(figures, currency),
});
