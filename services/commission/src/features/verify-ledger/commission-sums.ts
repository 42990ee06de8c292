import type { BalanceField } from '../../domain/balance.ts';
import { debtMinor, freeMinor } from '../../domain/commission.ts';
import type { ReservationDoc } from '../../store/collections.ts';
import type { AuditedCommission } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';

export type Sums = Record<BalanceField, number>;

/** What one affiliate's books sum to, in each currency. */
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

interface OpenSums extends AffiliateTakings {
  readonly byCurrency: Map<string, Sums>;
}

/** What the commissions of each affiliate sum to, each checked against what payouts took of it. */
export async function* commissionSums(
  audit: LedgerAudit,
  report: OpenReport,
): AsyncGenerator<AffiliateSums> {
  const payouts = await openTakings(audit, report);
  let open: OpenSums | undefined;
  for await (const commissions of audit.commissionsByAffiliate()) {
    for (const commission of commissions) {
      const { affiliateId } = commission;
      if (open?.affiliateId !== affiliateId) {
        if (open !== undefined) yield finish(open, report);
        const taken = await payouts.takeOf(affiliateId);
        open = { affiliateId, byCurrency: new Map<string, Sums>(), taken };
      }
      addCommission(open, commission, report);
    }
  }
  if (open !== undefined) yield finish(open, report);
  await payouts.takeOf(undefined);
}

/** What payouts took, to be asked for affiliate by affiliate, in the order of their ids. */
async function openTakings(audit: LedgerAudit, report: OpenReport) {
  const rows = takingsByAffiliate(audit, report);
  let { value: next } = await rows.next();
  return {
    /** Those of affiliates passed over concern no commission. @param affiliateId undefined: the end */
    takeOf: async (affiliateId: string | undefined): Promise<Takings> => {
      while (next !== undefined && (affiliateId === undefined || next.affiliateId < affiliateId)) {
        finish(next, report);
        ({ value: next } = await rows.next());
      }
      if (next === undefined || next.affiliateId !== affiliateId) return new Map<string, Taken>();
      const { taken } = next;
      ({ value: next } = await rows.next());
      return taken;
    },
  };
}

function addCommission(
  { byCurrency, taken }: OpenSums,
  commission: AuditedCommission,
  report: OpenReport,
): void {
  const { id, currency, status, amountMinor } = commission;
  const sums = byCurrency.get(currency) ?? noSums();
  sums.pendingMinor += status === 'pending' ? amountMinor : 0;
  sums.availableMinor += freeMinor(commission);
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

/** Whatever payouts took of commissions that are not there is a difference. */
function finish<T extends AffiliateTakings>(open: T, report: OpenReport): T {
  for (const commissionId of open.taken.keys()) {
    report.expect('reservation', commissionId, 'a commission', 'none');
  }
  return open;
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

function addReservation(taken: Takings, doc: ReservationDoc, report: OpenReport): void {
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
