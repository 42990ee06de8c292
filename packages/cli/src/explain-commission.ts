import { type Schemas } from '@tributary/sdk';
import { money } from './table.ts';

type Trace = Schemas['TraceCommissionResponse'];

/** A heading and the lines below it; nothing where there are none. */
const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`), ''];

/** The weights of clicks are in these units. */
const WHOLE = 1e12;

const percentOf = (weight: number | null): string =>
  weight === null ? 'by a trained model' : `${((weight / WHOLE) * 100).toFixed(2)} %`;

function clickLines({ conversion, attribution }: Trace): string[] {
  if (attribution === null)
    return conversion.click_id === null
      ? []
      : [`${conversion.click_id} at ${conversion.clicked_at ?? 'an unknown time'}`];
  return [
    `model ${attribution.model} (${attribution.model_version})`,
    ...attribution.path.map((click) => {
      const name =
        click.coupon_code === null
          ? (click.click_id ?? 'of another affiliate')
          : `coupon ${click.coupon_code}`;
      return `${click.clicked_at ?? '–'}  ${name}  ${percentOf(click.weight)}${click.is_own ? '  this affiliate' : ''}`;
    }),
  ];
}

const orderLines = ({ conversion }: Trace): string[] => [
  `${conversion.order_id}: ${money(conversion.order_value, conversion.currency)}, by ${conversion.source}`,
  `placed ${conversion.converted_at}, reported ${conversion.tracked_at}`,
];

const reviewLines = ({ fraud, approval }: Trace): string[] => [
  `fraud score ${fraud.score ?? 'not known'}${fraud.requires_review ? ', a person had to decide' : ''}`,
  `approved ${approval.approved_at} by ${approval.approved_by}${approval.notes === null ? '' : `: ${approval.notes}`}`,
];

function amountLines({
  rule,
  tier,
  exchange_rates: rates,
  calculation,
  commission,
}: Trace): string[] {
  const { currency } = commission;
  return [
    rule.type === 'fixed'
      ? `fixed ${rule.base_rate} ${rule.currency}`
      : `${rule.base_rate} % of ${money(calculation.earned_on, currency)}`,
    ...(tier === null ? [] : [`tier ${tier.name}: ${tier.bonus_percent} % on top`]),
    ...rates.map(
      ({ currency: of, rate, effective_from: from }) => `rate of ${of}: ${rate}, since ${from}`,
    ),
    ...calculation.parts.map(
      (part) =>
        `${part.is_this_commission ? 'this affiliate' : 'another'}: ${part.rate} of ${percentOf(part.weight)} of the credit = ${money(part.amount, currency)}`,
    ),
    `earned ${money(calculation.earned, currency)}`,
  ];
}

function changeLines(trace: Trace): string[] {
  const { currency } = trace.commission;
  const { hold, adjustments, attribution_changes: changes, cancellation } = trace;
  return [
    ...(hold === null
      ? []
      : [
          `held ${hold.days} days, until ${hold.until}${hold.ended_at === null ? '' : `; ended ${hold.ended_at}`}`,
        ]),
    ...adjustments.map(
      ({ type, refunded_in_all: refunded }) =>
        `${type}: ${money(refunded, currency)} refunded in all`,
    ),
    ...changes.map(
      ({ id, state, before, after }) =>
        `attribution changed (${id}, ${state}): ${money(before, currency)} → ${money(after, currency)}`,
    ),
    ...(cancellation === null
      ? []
      : [`cancelled ${cancellation.cancelled_at}: ${cancellation.reason ?? 'without a reason'}`]),
  ];
}

function payoutLines({ payouts, commission: { currency }, owed, paid }: Trace): string[] {
  return [
    ...payouts.map(
      (payout) =>
        `${payout.payout_id}: ${money(payout.amount, currency)}, ${payout.state}${payout.provider_transaction_id === null ? '' : `, at the provider ${payout.provider_transaction_id}`}`,
    ),
    `owed ${money(owed, currency)}${paid === null ? '' : `, paid ${money(paid, currency)}`}`,
  ];
}

const ledgerLines = ({ ledger }: Trace): string[] =>
  ledger.flatMap(({ at, kind, entries }) => [
    `${at}  ${kind}`,
    ...entries.map(({ account, amount }) => `    ${account}  ${amount}`),
  ]);

/** A commission explained as text: clicks, order, review, amount, changes, payouts and bookings. */
export function explain(trace: Trace): string {
  const { id, amount, currency, status } = trace.commission;
  return [
    `Commission ${id}: ${money(amount, currency)}, ${status}`,
    '',
    ...section('Clicks', clickLines(trace)),
    ...section('Order', orderLines(trace)),
    ...section('Review', reviewLines(trace)),
    ...section('Amount', amountLines(trace)),
    ...section('Changes', changeLines(trace)),
    ...section('Payouts', payoutLines(trace)),
    ...section('Ledger', ledgerLines(trace)),
  ]
    .join('\n')
    .trimEnd();
}
