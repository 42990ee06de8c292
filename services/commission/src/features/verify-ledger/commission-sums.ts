import type { BalanceField } from '../../domain/balance.ts';
import { debtMinor, freeMinor, heldMinor } from '../../domain/commission.ts';
import {
  addPart,
  commissionParts,
  type SumAmounts,
  sumFields,
  type SumPart,
} from '../../domain/affiliate-sums.ts';
import type { AuditedPart, AuditedReservation, AuditedSum } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';

export type Sums = Record<BalanceField, number>;

/** The sums of one affiliate's records in each currency. */
export interface AffiliateSums {
  readonly affiliateId: string;
  readonly byCurrency: ReadonlyMap<string, Sums>;
}

export const noSums = (): Sums => ({
  pendingMinor: 0,
  availableMinor: 0,
  reservedMinor: 0,
  paidMinor: 0,
  debtMinor: 0,
});

interface Taken {
  reservedMinor: number;
  paidMinor: number;
}
/** By commission. */
type Takings = Map<string, Taken>;

interface AffiliateTakings {
  readonly affiliateId: string;
  readonly taken: Takings;
}

/** The stored sums of an affiliate, by id. */
interface StoredSums {
  readonly affiliateId: string;
  readonly kept: ReadonlyMap<string, AuditedSum>;
}

interface OpenSums extends AffiliateTakings, StoredSums {
  readonly byCurrency: Map<string, Sums>;
  readonly parts: Map<string, SumPart>;
}

/**
 * The sums of each affiliate's commissions. Each commission is checked against what payouts took of it, and all of them
 * against the sums stored for the views.
 */
export async function* commissionSums(
  audit: LedgerAudit,
  report: OpenReport,
): AsyncGenerator<AffiliateSums> {
  const payouts = await byAffiliate(takingsByAffiliate(audit, report), (passed) => {
    finishTakings(passed.taken, report);
  });
  const sums = await byAffiliate(storedByAffiliate(audit), (passed) => {
    compareSums(new Map(), passed.kept, report);
  });
  let open: OpenSums | undefined;
  for await (const commissions of audit.commissionsByAffiliate()) {
    for (const commission of commissions) {
      const { affiliateId } = commission;
      if (open?.affiliateId !== affiliateId) {
        if (open !== undefined) yield finish(open, report);
        const takings = await payouts.takeOf(affiliateId);
        open = openSums(affiliateId, takings, await sums.takeOf(affiliateId));
      }
      addCommission(open, commission, report);
    }
  }
  if (open !== undefined) yield finish(open, report);
  await payouts.takeOf(undefined);
  await sums.takeOf(undefined);
}

const openSums = (
  affiliateId: string,
  takings: AffiliateTakings | undefined,
  sums: StoredSums | undefined,
): OpenSums => ({
  affiliateId,
  byCurrency: new Map(),
  parts: new Map(),
  taken: takings?.taken ?? new Map<string, Taken>(),
  kept: sums?.kept ?? new Map<string, AuditedSum>(),
});

/**
 * Reads rows that are ordered by affiliate, one affiliate at a time.
 * @param passOver receives the rows of skipped affiliates, who have no commission
 */
async function byAffiliate<Row extends { readonly affiliateId: string }>(
  rows: AsyncGenerator<Row, undefined>,
  passOver: (row: Row) => void,
) {
  let { value: next } = await rows.next();
  return {
    /** @param affiliateId undefined to skip to the end */
    takeOf: async (affiliateId: string | undefined): Promise<Row | undefined> => {
      while (next !== undefined && (affiliateId === undefined || next.affiliateId < affiliateId)) {
        passOver(next);
        ({ value: next } = await rows.next());
      }
      if (next === undefined || next.affiliateId !== affiliateId) return undefined;
      const taken = next;
      ({ value: next } = await rows.next());
      return taken;
    },
  };
}

function addCommission(
  { byCurrency, parts, taken }: OpenSums,
  commission: AuditedPart,
  report: OpenReport,
): void {
  const { id, currency, status, amountMinor } = commission;
  report.attempt('sum', id, () => {
    for (const part of commissionParts(commission)) addPart(parts, part);
  });
  const sums = byCurrency.get(currency) ?? noSums();
  sums.pendingMinor += status === 'pending' ? amountMinor : 0;
  sums.availableMinor += freeMinor(commission) + heldMinor(commission);
  sums.reservedMinor += commission.reservedMinor;
  sums.paidMinor += commission.paidMinor;
  sums.debtMinor += debtMinor(commission);
  byCurrency.set(currency, sums);
  const { reservedMinor, paidMinor } = taken.get(id) ?? nothingTaken();
  taken.delete(id);
  if (reservedMinor !== commission.reservedMinor) {
    report.expect('reservation', `${id} reserved`, reservedMinor, commission.reservedMinor);
  }
  if (paidMinor !== commission.paidMinor) {
    report.expect('reservation', `${id} paid`, paidMinor, commission.paidMinor);
  }
}

const nothingTaken = (): Taken => ({ reservedMinor: 0, paidMinor: 0 });

function finish(open: OpenSums, report: OpenReport): AffiliateSums {
  finishTakings(open.taken, report);
  compareSums(open.parts, open.kept, report);
  return open;
}

/** Reports what payouts took of commissions that do not exist. */
function finishTakings(taken: Takings, report: OpenReport): void {
  for (const commissionId of taken.keys()) {
    report.expect('reservation', commissionId, 'a commission', 'none');
  }
}

function compareSums(
  parts: ReadonlyMap<string, SumPart>,
  kept: ReadonlyMap<string, AuditedSum>,
  report: OpenReport,
): void {
  for (const id of new Set([...parts.keys(), ...kept.keys()])) {
    const [expected, found] = [parts.get(id)?.amounts, kept.get(id)];
    // Texts are built only for differences, because there are many sums.
    if (isSame(expected, found)) continue;
    report.expect('sum', id, describe(expected), describe(found));
  }
}

type Amounts = Partial<SumAmounts> | undefined;

const isSame = (expected: Amounts, found: Amounts): boolean =>
  sumFields.every((field) => (expected?.[field] ?? 0) === (found?.[field] ?? 0));

const describe = (amounts: Amounts): string =>
  sumFields.map((field) => `${field} ${String(amounts?.[field] ?? 0)}`).join(', ');

async function* storedByAffiliate(audit: LedgerAudit): AsyncGenerator<StoredSums, undefined> {
  let open: { affiliateId: string; kept: Map<string, AuditedSum> } | undefined;
  for await (const sums of audit.sumsByAffiliate()) {
    for (const sum of sums) {
      const { affiliateId } = sum;
      if (open?.affiliateId !== affiliateId) {
        if (open !== undefined) yield open;
        open = { affiliateId, kept: new Map<string, AuditedSum>() };
      }
      open.kept.set(sum._id, sum);
    }
  }
  if (open !== undefined) yield open;
  return undefined;
}

async function* takingsByAffiliate(
  audit: LedgerAudit,
  report: OpenReport,
): AsyncGenerator<AffiliateTakings, undefined> {
  let open: AffiliateTakings | undefined;
  for await (const reservations of audit.reservationsByAffiliate()) {
    for (const reservation of reservations) {
      const { affiliateId } = reservation;
      if (open?.affiliateId !== affiliateId) {
        if (open !== undefined) yield open;
        open = { affiliateId, taken: new Map<string, Taken>() };
      }
      addReservation(open.taken, reservation, report);
    }
  }
  if (open !== undefined) yield open;
  return undefined;
}

function addReservation(taken: Takings, doc: AuditedReservation, report: OpenReport): void {
  const sum = doc.items.reduce((total, { amountMinor }) => total + amountMinor, 0);
  report.expect('reservation', doc._id, doc.amountMinor, sum);
  if (doc.state !== 'reserved' && doc.state !== 'settled') return;
  const field = doc.state === 'reserved' ? 'reservedMinor' : 'paidMinor';
  for (const { commissionId, amountMinor } of doc.items) {
    const known = taken.get(commissionId) ?? nothingTaken();
    known[field] += amountMinor;
    taken.set(commissionId, known);
  }
}
