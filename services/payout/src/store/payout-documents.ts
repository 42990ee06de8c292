import type mongoose from 'mongoose';
import type { Payout, Step } from '../domain/payout.ts';
import type { PayoutDoc } from './collections.ts';

/** A payout as it was read. */
export interface LoadedPayout {
  readonly payout: Payout;
  readonly version: number;
  /** How often its step was looked at in vain. */
  readonly attempts: number;
  /** Since when it has been in its step. */
  readonly since: Date;
  readonly correlationId: string | null;
}

export const loadedOf = (doc: PayoutDoc): LoadedPayout => {
  const { _id, version, attempts, correlationId, updatedAt: since, ...known } = doc;
  const { dueAt: _dueAt, claim: _claim, ...rest } = known;
  const defaults = { ...added, reserveAttempt: rest.retryCount + 1 };
  return {
    payout: { ...defaults, ...rest, id: _id },
    version,
    attempts,
    since,
    correlationId,
  };
};

/** Documents of before these fields were there have none. */
const added = {
  scheduled: null,
  groupKey: null,
  invoiceNumber: null,
  creditNoteNumber: null,
  itemId: null,
};

type Filter = mongoose.mongo.Filter<PayoutDoc>;

export const HIDDEN: readonly Step[] = ['reserving', 'voiding', 'void'];

export interface PayoutFilter {
  /** Left out: everybody's, for administrators. */
  readonly affiliateId?: string | undefined;
  readonly status?: 'pending' | 'in_transit' | 'completed' | 'failed' | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Payouts by the time they were asked for; the end is exclusive. */
export interface PayoutSpan {
  readonly affiliateId?: string | undefined;
  readonly status?: PayoutFilter['status'];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Which steps a status stands for, as `statusOf` says it. */
const statusQuery = (status: PayoutFilter['status']): Filter => {
  switch (status) {
    case undefined:
      return { step: { $nin: HIDDEN } };
    case 'pending':
      return {
        $or: [
          { step: { $in: ['held', 'refusing'] } },
          { step: 'submitting', kind: { $ne: 'manual' }, retryCount: 0 },
        ],
      };
    case 'in_transit':
      return {
        $or: [
          { step: { $in: ['sent', 'settling', 'releasing'] } },
          { step: 'submitting', kind: 'manual' },
          { step: 'submitting', retryCount: { $gt: 0 } },
        ],
      };
    case 'completed':
      return { step: { $in: ['completed', 'restoring'] } };
    case 'failed':
      return { step: { $in: ['failed', 'retrying', 'withdrawing', 'reversed'] } };
  }
};

export const queryOf = ({
  affiliateId,
  status,
}: Pick<PayoutFilter, 'affiliateId' | 'status'>): Filter => ({
  ...(affiliateId === undefined ? {} : { affiliateId }),
  ...statusQuery(status),
});
