import { conflict, invalid, notFound } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { type Balance, netAvailableMinor } from './balance.ts';
import { type Commission, FRAUD_REVIEW, freeMinor } from './commission.ts';

export interface ReservedItem {
  readonly commissionId: string;
  readonly amountMinor: number;
}

/**
 * The amounts that one payout takes of commissions. reserved → settled → restored, or reserved → released; a payout that is
 * retried may reserve again after a release.
 */
export interface Reservation {
  readonly payoutId: string;
  /** Empty where a release arrived before any reserve. */
  readonly affiliateId: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly items: readonly ReservedItem[];
  readonly state: 'reserved' | 'settled' | 'released' | 'restored';
  /** The last attempt that was reserved or released; 0 where callers sent no attempt. */
  readonly attempt: number;
  /** How many commissions became paid by the settlement. */
  readonly paidCommissions: number;
  /** The provider's id of the transfer. */
  readonly transactionId: string | null;
  readonly reservedAt: Date;
  readonly settledAt: Date | null;
  /** When it was released or restored. */
  readonly endedAt: Date | null;
}

export interface ReserveRequest {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Empty: oldest first. */
  readonly commissionIds: readonly string[];
  /** Grows with each retry of the payout; 0 where the caller sends none. */
  readonly attempt: number;
}

/** Whether the payout ever reserved anything; otherwise the record marks a release that arrived first. */
export const wasReserved = ({ affiliateId }: Reservation): boolean => affiliateId !== '';

/**
 * Whether the payout is reserved already.
 * @throws conflict where the request differs from the stored one, or the payout has ended
 */
export function isReserved(known: Reservation | undefined, request: ReserveRequest): boolean {
  if (known === undefined) return false;
  if (known.state === 'released' && isLate(known, request)) {
    throw conflict('reservation_released', {
      message: 'This payout was released before it was reserved',
    });
  }
  if (!wasReserved(known)) return false;
  const same =
    known.affiliateId === request.affiliateId &&
    known.currency === request.currency &&
    known.amountMinor === request.amountMinor;
  if (!same) {
    throw conflict('payout_id_reused', { message: 'This payout was reserved with other terms' });
  }
  if (known.state === 'restored') {
    throw conflict('reservation_restored', {
      message: 'This payout was returned by its provider',
    });
  }
  return known.state !== 'released';
}

/** Whether the request belongs to an attempt that has ended; without attempt numbers, whether the payout was never reserved. */
const isLate = (known: Reservation, { attempt }: ReserveRequest): boolean =>
  attempt === 0 ? !wasReserved(known) : attempt <= known.attempt;

/** @throws invalid `insufficient_balance` where the net available amount is below the requested one */
export function requireBalance(balance: Balance, request: ReserveRequest): void {
  const { amountMinor, currency } = request;
  const availableMinor = netAvailableMinor(balance);
  if (availableMinor >= amountMinor) return;
  throw invalid('insufficient_balance', {
    message: 'The amount is above the available balance',
    details: {
      available: `${formatAmount(availableMinor, currency)} ${currency}`,
      requested: `${formatAmount(amountMinor, currency)} ${currency}`,
    },
  });
}

/** Most commissions of one payout: its record lists them all, and one transaction writes them. */
const MAX_ITEMS = 10_000;

/** @throws invalid `too_many_commissions`; a smaller amount takes fewer */
export function requireFew(items: readonly ReservedItem[]): void {
  if (items.length <= MAX_ITEMS) return;
  throw invalid('too_many_commissions', {
    message: `A payout takes at most ${String(MAX_ITEMS)} commissions; request a smaller amount`,
  });
}

/** Takes payable commissions in the given order until the amount is reached, the last one in part. */
export function takeInOrder(
  payable: readonly Commission[],
  amountMinor: number,
): readonly ReservedItem[] {
  const items: ReservedItem[] = [];
  let leftMinor = amountMinor;
  for (const commission of payable) {
    if (leftMinor === 0) break;
    const takenMinor = Math.min(leftMinor, freeMinor(commission));
    if (takenMinor === 0) continue;
    items.push({ commissionId: commission.id, amountMinor: takenMinor });
    leftMinor -= takenMinor;
  }
  return items;
}

/**
 * The unpaid parts of exactly the named commissions.
 * @throws not_found `commission_not_found` where one is absent or another affiliate's; conflict where one is
 *   not approved, held, paid already or in another payout; invalid `amount_mismatch`
 */
export function takeNamed(
  request: ReserveRequest,
  found: readonly Commission[],
): readonly ReservedItem[] {
  const byId = new Map(found.map((commission) => [commission.id, commission]));
  const items = [...new Set(request.commissionIds)].map((id): ReservedItem => {
    const commission = byId.get(id);
    if (commission?.affiliateId !== request.affiliateId) {
      throw notFound('commission_not_found', { message: 'There is no such commission' });
    }
    requirePayable(commission, request.currency);
    return { commissionId: id, amountMinor: freeMinor(commission) };
  });
  const sum = items.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== request.amountMinor) {
    throw invalid('amount_mismatch', {
      message: 'The amount must equal what is unpaid of the commissions named',
      details: { unpaid_minor: sum, requested_minor: request.amountMinor },
    });
  }
  return items.filter(({ amountMinor }) => amountMinor > 0);
}

function requirePayable(commission: Commission, currency: string): void {
  const details = { commission_id: commission.id };
  if (commission.status === 'paid') {
    throw conflict('commission_already_paid', {
      message: 'A commission named is paid already',
      details,
    });
  }
  if (commission.status !== 'approved') {
    throw conflict('commission_not_approved', {
      message: `A commission named is ${commission.status}, not approved`,
      details,
    });
  }
  if (commission.holdReason === FRAUD_REVIEW) {
    throw conflict('commission_held', {
      message: 'A commission named is held until its brand has reviewed the order',
      details,
    });
  }
  if (commission.reservedMinor > 0) {
    throw conflict('commission_in_another_payout', {
      message: 'A commission named is in another payout',
      details,
    });
  }
  if (commission.currency !== currency) {
    throw invalid('currency_mismatch', {
      message: `A commission named is in ${commission.currency}, not ${currency}`,
      details,
    });
  }
}
