import { fromDocument, type Page, type PageRequest, withoutUndefined } from '@tributary/mongo';
import type mongoose from 'mongoose';
import type { Payout, Step } from '../domain/payout.ts';
import type { PayoutDocument } from './collections.ts';

/** A payout as it was read. */
export interface LoadedPayout {
  readonly payout: Payout;
  readonly version: number;
  /** The step's attempts without result. */
  readonly attempts: number;
  /** When it entered its step. */
  readonly since: Date;
  readonly correlationId: string | null;
  readonly traceparent?: string | undefined;
  /** The claim that it was read under; null where it was only read. */
  readonly claim: string | null;
}

export const loadedOf = (document: PayoutDocument): LoadedPayout => {
  const { version, attempts, correlationId, traceparent, updatedAt: since, ...known } = document;
  const { dueAt: _dueAt, claim: _claim, ...rest } = known;
  const defaults = { ...payoutDefaults, reserveAttempt: rest.retryCount + 1 };
  const payout = { ...defaults, ...fromDocument<Payout>(rest) };
  return { payout, version, attempts, since, correlationId, traceparent, claim: null };
};

export const claimedOf = (document: PayoutDocument): LoadedPayout => ({
  ...loadedOf(document),
  claim: document.claim ?? null,
});

/** One page of payouts, and how many there are in all. */
export interface PayoutPage {
  readonly payouts: readonly Payout[];
  readonly total: number;
}

export const payoutPageOf = ({ documents, total }: Page<PayoutDocument>): PayoutPage => ({
  payouts: documents.map((document) => loadedOf(document).payout),
  total,
});

/** Fields that documents of earlier releases lack. */
export const payoutDefaults = {
  scheduled: null,
  groupKey: null,
  invoiceNumber: null,
  creditNoteNumber: null,
  itemId: null,
};

type Filter = mongoose.mongo.Filter<PayoutDocument>;

/** Steps of payouts that could not be made; no list shows them. */
export const HIDDEN: readonly Step[] = ['reserving', 'voiding', 'void'];

export interface PayoutFilter extends PageRequest {
  /** Undefined: all affiliates, for administrators. */
  readonly affiliateId?: string | undefined;
  readonly status?: 'pending' | 'in_transit' | 'completed' | 'failed' | undefined;
}

/** Payouts by the time of their request; the end is exclusive. */
export interface PayoutSpan {
  readonly affiliateId?: string | undefined;
  readonly status?: PayoutFilter['status'];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The steps of a status; must agree with `statusOf`. */
const statusQuery = (status: PayoutFilter['status']): Filter => {
  switch (status) {
    case undefined:
      return { step: { $nin: HIDDEN } };
    case 'pending':
      return {
        $or: [{ step: 'held' }, { step: 'submitting', kind: { $ne: 'manual' }, retryCount: 0 }],
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
      return { step: { $in: ['failed', 'refusing', 'retrying', 'withdrawing', 'reversed'] } };
  }
};

export const queryOf = ({
  affiliateId,
  status,
}: Pick<PayoutFilter, 'affiliateId' | 'status'>): Filter => ({
  ...withoutUndefined({ affiliateId }),
  ...statusQuery(status),
});
