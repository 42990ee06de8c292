import { formatAmount } from '@tributary/money';
import { type Reconciliation } from '../domain/reconciliation.ts';

const SHOWN = 50;
const CURRENCY = 'USD';
const amount = (minor: number): string =>
  `${formatAmount(minor, CURRENCY)} ${CURRENCY}`.padStart(18);

/** A comparison of the books as lines of text. */
export function reconciliationReport({
  providers,
  ledger,
  ours,
  differences,
}: Reconciliation): string[] {
  const head = `${''.padEnd(34)}${'their books'.padStart(18)}${'our payouts'.padStart(18)}`;
  const line = (name: string, theirs: number, own: number): string =>
    `${name.padEnd(34)}${amount(theirs)}${amount(own)}`;
  const shown = differences
    .slice(0, SHOWN)
    .map(({ at, what, ours: own, theirs }) => `  ${at}: ${what}: ${own} here, ${theirs} there`);
  const more =
    differences.length > SHOWN ? [`  and ${String(differences.length - SHOWN)} more`] : [];
  const summary =
    differences.length === 0
      ? 'The books agree to the cent.'
      : `The books disagree in ${String(differences.length)} places:`;
  return [
    head,
    ...providers.map((one) =>
      line(
        `${one.provider}, net (${String(one.payments)})`,
        one.paidByProviderMinor,
        one.completedHereMinor,
      ),
    ),
    line(`ledger, paid (${String(ledger.affiliates)})`, ledger.paidMinor, ours.paidMinor),
    line('ledger, reserved', ledger.reservedMinor, ours.reservedMinor),
    summary,
    ...shown,
    ...more,
  ];
}
