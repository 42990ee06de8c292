import type { Commission, CommissionAmounts } from '../domain/commission.ts';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import { type SumField, sumFields, type SummedCommission } from '../domain/affiliate-sums.ts';
import { type Balance, type BalanceField, balanceFields } from '../domain/balance.ts';
import type { AccountHead, LedgerEntry } from '../domain/ledger.ts';
import type { ReservationDocument, SumDocument, TransactionDocument } from './collections.ts';
import type { RowBytes } from './row-bytes.ts';

export type ChainedEntry = Omit<LedgerEntry, 'affiliateId'>;
export type AuditedTransaction = Pick<
  TransactionDocument,
  '_id' | 'currency' | 'cause' | 'entryCount'
>;
export type AuditedAccount = AccountHead & { readonly _id: string };
export type AuditedBalance = Pick<Balance, 'affiliateId' | 'currency' | BalanceField>;
export type AuditedSum = Pick<SumDocument, '_id' | 'affiliateId' | SumField>;
export type AuditedReservation = Pick<
  ReservationDocument,
  '_id' | 'affiliateId' | 'state' | 'amountMinor' | 'items'
>;
export type Part<Field extends keyof LedgerEntry> = Pick<LedgerEntry, Field>;

/** The amounts of a commission, and the stored amount that a payout may reserve. */
export type AuditedCommission = CommissionAmounts &
  Pick<Commission, 'id' | 'affiliateId' | 'currency' | 'entitledMinor'> & {
    readonly recordedFreeMinor: number;
  };

/** With the fields of the stored sums. */
export type AuditedPart = AuditedCommission & SummedCommission;

/** The fields of a commission that depend on its terms. */
export type AuditedEarning = Pick<
  Commission,
  | 'id'
  | 'conversionId'
  | 'affiliateId'
  | 'currency'
  | 'saleMinor'
  | 'earnedMinor'
  | 'entitledMinor'
  | 'cancelReason'
  | 'changeId'
  | 'status'
> & { readonly terms: Pick<Commission['terms'], 'value'> };

/** The fields of a conversion that its commissions depend on. */
export type AuditedConversion = Pick<
  EarnedConversion,
  'id' | 'basis' | 'refundedMinor' | 'reversed' | 'commissionIds' | 'changes'
>;

/** Only checked fields are read, because decoding documents takes most of the time. */
export const audited = {
  affiliateId: 1,
  currency: 1,
  status: 1,
  entitledMinor: 1,
  amountMinor: 1,
  paidMinor: 1,
  reservedMinor: 1,
  clawedBackMinor: 1,
  freeMinor: 1,
  holdReason: 1,
} as const;
export const auditedParts = {
  ...audited,
  campaignId: 1,
  worthMinor: 1,
  earnedMinor: 1,
  convertedAt: 1,
  createdAt: 1,
} as const;
export const earnings = {
  conversionId: 1,
  affiliateId: 1,
  currency: 1,
  'terms.value': 1,
  saleMinor: 1,
  earnedMinor: 1,
  entitledMinor: 1,
  cancelReason: 1,
  changeId: 1,
  status: 1,
} as const;
export const earnedBy = {
  'basis.valueMinor': 1,
  'basis.currency': 1,
  'basis.terms': 1,
  'basis.namedMinor': 1,
  'basis.shares.affiliateId': 1,
  'basis.shares.weight': 1,
  'basis.tiers': 1,
  'basis.units': 1,
  'basis.unitsPer': 1,
  refundedMinor: 1,
  reversed: 1,
  commissionIds: 1,
  changes: 1,
} as const;

/** Fields are read in their stored order, which is fastest; their types are not checked. */
export const entryOf = (row: RowBytes) =>
  ({
    account: row.get('account'),
    amountMinor: row.get('amountMinor'),
    commissionId: row.get('commissionId'),
    transactionId: row.get('transactionId'),
    currency: row.get('currency'),
    at: row.get('at'),
    seq: row.get('seq'),
    balanceMinor: row.get('balanceMinor'),
    prevHash: row.get('prevHash'),
    hash: row.get('hash'),
  }) as ChainedEntry;
export const transactionOf = (row: RowBytes) =>
  ({
    _id: row.get('_id'),
    currency: row.get('currency'),
    cause: row.get('cause'),
    entryCount: row.get('entryCount'),
  }) as AuditedTransaction;
export const partOfTransaction = (row: RowBytes) =>
  ({
    amountMinor: row.get('amountMinor'),
    transactionId: row.get('transactionId'),
    currency: row.get('currency'),
  }) as Part<'transactionId' | 'currency' | 'amountMinor'>;
export const partOfCommission = (row: RowBytes) =>
  ({
    account: row.get('account'),
    amountMinor: row.get('amountMinor'),
    commissionId: row.get('commissionId'),
  }) as Part<'account' | 'commissionId' | 'amountMinor'>;
export const amountsOf = (row: RowBytes) =>
  ({
    id: row.get('_id'),
    status: row.get('status'),
    affiliateId: row.get('affiliateId'),
    currency: row.get('currency'),
    entitledMinor: row.get('entitledMinor'),
    amountMinor: row.get('amountMinor'),
    paidMinor: row.get('paidMinor'),
    reservedMinor: row.get('reservedMinor'),
    recordedFreeMinor: row.get('freeMinor'),
    clawedBackMinor: row.get('clawedBackMinor'),
    holdReason: row.get('holdReason'),
  }) as AuditedCommission;
export const partOf = (row: RowBytes) =>
  ({
    id: row.get('_id'),
    status: row.get('status'),
    affiliateId: row.get('affiliateId'),
    campaignId: row.get('campaignId'),
    worthMinor: row.get('worthMinor'),
    currency: row.get('currency'),
    earnedMinor: row.get('earnedMinor'),
    entitledMinor: row.get('entitledMinor'),
    amountMinor: row.get('amountMinor'),
    paidMinor: row.get('paidMinor'),
    reservedMinor: row.get('reservedMinor'),
    convertedAt: row.get('convertedAt'),
    createdAt: row.get('createdAt'),
    recordedFreeMinor: row.get('freeMinor'),
    clawedBackMinor: row.get('clawedBackMinor'),
    holdReason: row.get('holdReason'),
  }) as AuditedPart;
export const earningOf = (row: RowBytes) =>
  ({
    id: row.get('_id'),
    conversionId: row.get('conversionId'),
    affiliateId: row.get('affiliateId'),
    terms: row.get('terms'),
    saleMinor: row.get('saleMinor'),
    currency: row.get('currency'),
    earnedMinor: row.get('earnedMinor'),
    entitledMinor: row.get('entitledMinor'),
    cancelReason: row.get('cancelReason'),
    changeId: row.get('changeId'),
    status: row.get('status'),
  }) as AuditedEarning;
export const conversionOf = (row: RowBytes) =>
  ({
    id: row.get('_id'),
    // MongoDB omits the whole field where a projection goes into null.
    basis: row.get('basis') ?? null,
    commissionIds: row.get('commissionIds'),
    refundedMinor: row.get('refundedMinor'),
    reversed: row.get('reversed'),
    changes: row.get('changes'),
  }) as AuditedConversion;
export const accountOf = (row: RowBytes) =>
  ({
    _id: row.get('_id'),
    account: row.get('account'),
    currency: row.get('currency'),
    seq: row.get('seq'),
    balanceMinor: row.get('balanceMinor'),
    hash: row.get('hash'),
  }) as AuditedAccount;
export const balanceOf = (row: RowBytes) =>
  ({
    affiliateId: row.get('affiliateId'),
    currency: row.get('currency'),
    ...fieldsOf(row, balanceFields),
  }) as AuditedBalance;
export const sumOf = (row: RowBytes) =>
  ({
    _id: row.get('_id'),
    affiliateId: row.get('affiliateId'),
    ...fieldsOf(row, sumFields),
  }) as AuditedSum;
export const reservationOf = (row: RowBytes) =>
  ({
    _id: row.get('_id'),
    affiliateId: row.get('affiliateId'),
    amountMinor: row.get('amountMinor'),
    items: row.get('items'),
    state: row.get('state'),
  }) as AuditedReservation;

const fieldsOf = (row: RowBytes, names: readonly string[]): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const name of names) fields[name] = row.get(name);
  return fields;
};
