import {
  commissionAmounts,
  commissionCurrency,
  commissionTotal,
  effectiveRate,
  remainingValue,
  splitSale,
} from '@tributary/terms';
import type { EarningBasis } from '../../domain/earning-basis.ts';
import type { AuditedConversion, AuditedEarning } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import { checkChanges } from './check-changes.ts';
import type { OpenReport } from './report.ts';
import { joinByKey } from './streams.ts';

/** Checks each commission against the terms frozen with its conversion, less refunds. */
export async function checkEarnings(audit: LedgerAudit, report: OpenReport): Promise<void> {
  const commissions = {
    batches: audit.commissionsByConversion(),
    keyOf: ({ conversionId }: AuditedEarning) => conversionId,
  };
  const conversions = {
    batches: audit.conversionsById(),
    keyOf: ({ id }: AuditedConversion) => id,
  };
  await joinByKey(commissions, conversions, ({ key, left, right: [conversion] }) => {
    const known = conversion?.commissionIds.length ?? 0;
    if (known !== left.length) {
      const found = `${String(left.length)} commissions`;
      report.expect('earning', key, `${String(known)} commissions`, found);
    }
    if (conversion === undefined) return;
    report.attempt('earning', key, () => {
      checkConversion(conversion, left, report);
    });
  });
}

/** @param commissions all of the conversion's */
export function checkConversion(
  conversion: AuditedConversion,
  commissions: readonly AuditedEarning[],
  report: Pick<OpenReport, 'expect'>,
): void {
  const { basis } = conversion;
  if (commissions.length === 0) return;
  if (basis === null) {
    report.expect('earning', conversion.id, 'terms that it was earned by', 'none');
    return;
  }
  // Lines of attribution changes split what these earned.
  const earned = commissions.filter(({ changeId }) => !isLine(changeId));
  const earnedOnMinor = sumOf(earned, ({ saleMinor }) => saleMinor);
  checkParts({ basis, earnedOnMinor }, earned, report);
  checkRefunds(conversion, { basis, earnedOnMinor }, commissions, report);
  checkChanges(conversion, commissions, report);
}

interface Earned {
  readonly basis: EarningBasis;
  /** The order's remaining value at its approval, as its commissions record it; minor units. */
  readonly earnedOnMinor: number;
}

/** Checks the amounts at creation. */
function checkParts(
  { basis, earnedOnMinor }: Earned,
  commissions: readonly AuditedEarning[],
  report: Pick<OpenReport, 'expect'>,
): void {
  const amounts = commissionAmounts(basis, earnedOnMinor);
  const sales = splitSale(basis, earnedOnMinor);
  const currency = commissionCurrency(basis);
  for (const commission of commissions) {
    const { id, affiliateId } = commission;
    const share = basis.shares.findIndex((one) => one.affiliateId === affiliateId);
    const expected = {
      currency,
      terms: { value: effectiveRate(basis, affiliateId) },
      saleMinor: sales[share] ?? 0,
      earnedMinor: amounts[share] ?? 0,
    };
    if (isSame(expected, commission)) continue;
    report.expect('earning', id, describe(expected), describe(commission));
  }
}

type Part = Pick<AuditedEarning, 'currency' | 'terms' | 'saleMinor' | 'earnedMinor'>;

const isSame = (expected: Part, found: Part): boolean =>
  expected.earnedMinor === found.earnedMinor &&
  expected.currency === found.currency &&
  expected.terms.value === found.terms.value &&
  expected.saleMinor === found.saleMinor;

const describe = ({ currency, terms: { value }, saleMinor, earnedMinor }: Part): string =>
  `${String(earnedMinor)} ${currency} at ${value} on ${String(saleMinor)}`;

/** Checks the amounts after refunds. After a manual cancellation the others may differ by its rounding. */
function checkRefunds(
  { id, refundedMinor, reversed }: AuditedConversion,
  { basis, earnedOnMinor }: Earned,
  commissions: readonly AuditedEarning[],
  report: Pick<OpenReport, 'expect'>,
): void {
  const wholeMinor = sumOf(splitSale(basis, basis.valueMinor), (part) => part);
  const isPossible = earnedOnMinor <= wholeMinor && earnedOnMinor + refundedMinor >= wholeMinor;
  if (!isPossible) {
    const order = `an order of ${String(wholeMinor)}, ${String(refundedMinor)} refunded`;
    report.expect('earning', id, order, `commissions on ${String(earnedOnMinor)}`);
  }
  const entitledMinor = sumOf(commissions, (one) => one.entitledMinor);
  const earned = commissions.filter(({ changeId }) => !isLine(changeId));
  const earnedMinor = sumOf(earned, (one) => one.earnedMinor);
  if (commissions.some(({ cancelReason }) => typeof cancelReason === 'string')) {
    const isWithin = entitledMinor <= earnedMinor;
    if (!isWithin) report.expect('earning', id, earnedMinor, entitledMinor);
    return;
  }
  const leftMinor = remainingValue(basis.valueMinor, refundedMinor);
  const owedMinor =
    leftMinor === earnedOnMinor
      ? earnedMinor
      : Math.min(earnedMinor, commissionTotal(basis, leftMinor));
  report.expect('earning', id, reversed ? 0 : owedMinor, entitledMinor);
}

const isLine = (changeId: string | undefined): boolean => typeof changeId === 'string';

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);
