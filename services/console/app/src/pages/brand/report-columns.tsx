import { type BrandReportKind, type BrandReportRow } from '../../api/brand-queries.ts';
import { date, money, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column } from '../../table/query-table.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { StateBadge } from '../state-badge.tsx';

type Row = BrandReportRow;
type Amount =
  | 'revenue'
  | 'commission'
  | 'order_value'
  | 'refunded'
  | 'amount'
  | 'epc'
  | 'due'
  | 'on_hold'
  | 'owed_back'
  | 'paid';

/** A column of amounts in the report's currency. */
const amount = (id: Amount, heading: string, { isMinor = false } = {}): Column<Row> => ({
  id,
  heading,
  isNumber: true,
  isMinor,
  cell: (row) => money(row[id] ?? 0, row.currency),
});

const count = (
  id: 'clicks' | 'conversions',
  heading: string,
  { isMinor = false } = {},
): Column<Row> => ({
  id,
  heading,
  isNumber: true,
  isMinor,
  cell: (row) => whole(row[id] ?? 0),
});

const affiliateColumn = (): Column<Row> => ({
  id: 'affiliate',
  heading: t('Affiliate'),
  cell: (row) => <TwoLines title={row.affiliate_name ?? t('A deleted account')} />,
});

const orderColumns = (): readonly Column<Row>[] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, converted_at: at }) => (
      <TwoLines title={order} text={at && date(at)} />
    ),
  },
  { ...affiliateColumn(), isMinor: true },
  {
    id: 'campaign',
    heading: t('Campaign'),
    isMinor: true,
    cell: ({ campaign_name: name }) => name,
  },
  {
    id: 'status',
    heading: t('State'),
    cell: ({ status }) => typeof status === 'string' && <StateBadge state={status} />,
  },
];

/** What an affiliate brought in a period. */
export const affiliateColumns = (): readonly Column<Row>[] => [
  affiliateColumn(),
  count('clicks', t('Clicks')),
  count('conversions', t('Conversions'), { isMinor: true }),
  {
    id: 'rate',
    heading: t('Conversion rate'),
    isNumber: true,
    isMinor: true,
    cell: (row) => percent((row.conversion_rate ?? 0) * 100),
  },
  amount('epc', t('Per click'), { isMinor: true }),
  amount('commission', t('Commission'), { isMinor: true }),
  amount('revenue', t('Revenue')),
];

/** What an affiliate is owed. */
export const dueColumns = (): readonly Column<Row>[] => [
  affiliateColumn(),
  amount('on_hold', t('On hold'), { isMinor: true }),
  amount('owed_back', t('Owed back'), { isMinor: true }),
  amount('paid', t('Paid'), { isMinor: true }),
  amount('due', t('Due')),
];

/** The columns of each kind of report. */
export const reportColumns = (kind: BrandReportKind): readonly Column<Row>[] => {
  const columns: Readonly<Record<BrandReportKind, () => readonly Column<Row>[]>> = {
    affiliates: affiliateColumns,
    payouts_due: dueColumns,
    conversions: () => [
      ...orderColumns(),
      amount('order_value', t('Order value'), { isMinor: true }),
      amount('refunded', t('Refunded'), { isMinor: true }),
      amount('commission', t('Commission')),
    ],
    commissions: () => [
      ...orderColumns(),
      amount('paid', t('Paid'), { isMinor: true }),
      amount('due', t('Due'), { isMinor: true }),
      amount('amount', t('Amount')),
    ],
  };
  return columns[kind]();
};

/** What each kind of report is called. */
export const reportNames = (): readonly (readonly [BrandReportKind, string])[] => [
  ['conversions', t('Conversions')],
  ['commissions', t('Commissions')],
  ['affiliates', t('Affiliates')],
  ['payouts_due', t('Payouts due')],
];
