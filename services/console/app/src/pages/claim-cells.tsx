import { type Schemas } from '@tributary/sdk';
import { date, money } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { type Column } from '../table/query-table.tsx';
import { TwoLines } from '../ui/lines.tsx';
import { StateBadge } from './state-badge.tsx';
import { claimReasonWords } from './words.ts';

/** What both sides see of a claim to a missing order. */
type AnyClaim = Schemas['AffiliateClaim'] | Schemas['Claim'];

/** By what the affiliate shows that the customer came from it. */
function evidenceOf(claim: AnyClaim): string {
  const { tracking_code: link, click_id: click, coupon_code: code } = claim;
  if (code !== null) return t('Code {code}', { code });
  if (click !== null) return t('Click {click}', { click });
  return t('Link {link}', { link: link ?? '' });
}

/** The evidence of a claim with the whole note of the affiliate, for those who decide on it. */
export const Evidence = ({ claim }: { readonly claim: AnyClaim }) => (
  <div className="text-sm">
    <p>{evidenceOf(claim)}</p>
    {claim.note !== null && (
      <p className="mt-1 break-words whitespace-pre-wrap text-muted">{claim.note}</p>
    )}
  </div>
);

/** The words for why a claim is as it is: the reason, the note of the brand, or until when it waits. */
function Why({ claim }: { readonly claim: AnyClaim }) {
  const { reason, notes, status, expires_at: until } = claim;
  if (status === 'open') {
    return <span className="text-muted">{t('until {to}', { to: date(until) })}</span>;
  }
  const words =
    reason === null ? t('It waits for a review like any order') : claimReasonWords()[reason];
  return <TwoLines title={words} text={notes ?? undefined} />;
}

/** The columns of a list of claims. @param names of campaigns, by their ids */
export const claimColumns = <Claim extends AnyClaim>(
  names: ReadonlyMap<string, string> | undefined,
): readonly [Column<Claim>, ...Column<Claim>[]] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, ordered_at: at }) => <TwoLines title={order} text={date(at)} />,
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
      // Leaves room for the decision; its dialogs show the whole of a long note.
      <span className="block max-w-32" title={claim.note ?? undefined}>
        <TwoLines title={evidenceOf(claim)} text={claim.note ?? undefined} />
      </span>
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  { id: 'why', heading: t('Why'), cell: (claim) => <Why claim={claim} /> },
];
