import { type ReactNode } from 'react';
import { type Schemas } from '@tributary/sdk';
import { date, dateTime, money } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { type Column } from '../table/query-table.tsx';
import { TwoLines } from '../ui/lines.tsx';
import { StateBadge } from './state-badge.tsx';
import { claimReasonWords } from './words.ts';

/** What both sides see of a claim to a missing order. */
type AnyClaim = Schemas['AffiliateClaim'] | Schemas['Claim'];

/** By what the affiliate shows that the customer came from it. */
export function evidenceOf(claim: AnyClaim): string {
  const { tracking_code: link, click_id: click, coupon_code: code } = claim;
  if (code !== null) return t('Code {code}', { code });
  if (click !== null) return t('Click {click}', { click });
  return t('Link {link}', { link: link ?? '' });
}

/** Leaves room for what can be done with a claim; the whole of a long text shows at the pointer. */
const Narrow = ({
  text,
  children,
}: {
  readonly text: string | null;
  readonly children: ReactNode;
}) => (
  <span className="block max-w-40" title={text ?? undefined}>
    {children}
  </span>
);

/** The words for why a claim is as it is: the reason, the note of the brand, or until when it waits. */
function Why({ claim }: { readonly claim: AnyClaim }) {
  const { reason, notes, status, expires_at: until } = claim;
  if (status === 'open') {
    return <span className="text-muted">{t('until {to}', { to: date(until) })}</span>;
  }
  const words =
    reason === null ? t('It waits for a review like any order') : claimReasonWords()[reason];
  return (
    <Narrow text={notes}>
      <TwoLines title={words} text={notes ?? undefined} />
    </Narrow>
  );
}

/** The columns of a list of claims. @param names of campaigns, by their ids */
export const claimColumns = <Claim extends AnyClaim>(
  names: ReadonlyMap<string, string> | undefined,
): readonly [Column<Claim>, ...Column<Claim>[]] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, ordered_at: at }) => <TwoLines title={order} text={dateTime(at)} />,
  },
  {
    id: 'campaign',
    heading: t('Campaign'),
    isMinor: true,
    cell: ({ campaign_id: id }) => names?.get(id) ?? '',
  },
  {
    id: 'value',
    heading: t('Order value'),
    isNumber: true,
    isMinor: true,
    cell: ({ order_value: value, currency }) =>
      value === null || currency === null ? '' : money(value, currency),
  },
  {
    id: 'evidence',
    heading: t('Came by'),
    isMinor: true,
    cell: (claim) => (
      <Narrow text={claim.note}>
        <TwoLines title={evidenceOf(claim)} text={claim.note ?? undefined} />
      </Narrow>
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  { id: 'why', heading: t('Why'), cell: (claim) => <Why claim={claim} /> },
];
