import type { CommissionTerms } from '@tributary/contracts';
import { defineCollection } from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import type { StatementCounts, StatementKey } from '../domain/click-statement.ts';
import type { Spent, UnitKind } from '../domain/unit-batch.ts';
import type { UnitStatus } from '../domain/unit-payment.ts';

/** A click or an impression of a campaign that pays for it, with the terms in force when it was recorded. */
export interface ClickDocument {
  readonly _id: string;
  /** Absent for a click. */
  readonly kind?: UnitKind;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly linkId: string;
  readonly terms: CommissionTerms;
  readonly at: Date;
  /** False while it waits for its commission: it is payable and not yet booked. */
  readonly isBooked: boolean;
  /** Absent from clicks stored before the field existed; those were payable. */
  readonly status?: UnitStatus;
  /** Why it is held or refused. */
  readonly reason?: string;
  /** When the review of a held one ends. */
  readonly reviewUntil?: Date;
  /** Payable by a person's decision, whatever the campaign's limits. */
  readonly isReleased?: true;
  /** Who released or refused it; null where nobody did in time. */
  readonly reviewedBy?: string | null;
  readonly reviewedAt?: Date;
}

/** `_id` is `statementId` of its key. Counts that nothing was added to are absent. */
export type StatementDocument = StatementKey & Partial<StatementCounts> & { readonly _id: string };

/** Payable clicks or impressions of a day by address and link, or by address and affiliate. */
export interface ClickCounterDocument {
  readonly _id: string;
  readonly count: number;
  readonly createdAt: Date;
}

/** What a campaign with limits spent on clicks or impressions, by period. `_id` is the campaign's. */
export interface SpendingDocument {
  readonly _id: string;
  readonly spent: Spent;
}

const CLICK_RETENTION_SECONDS = 90 * DAY_SECONDS;
const COUNTER_RETENTION_SECONDS = 3 * DAY_SECONDS;

export const paidClicks = defineCollection<ClickDocument>({
  name: 'paid_clicks',
  shardKey: { affiliateId: 'hashed' },
  // Longer than an event can be redelivered.
  retention: { field: 'at', seconds: CLICK_RETENTION_SECONDS, indexName: 'forgotten' },
  personal: 'none',
  indexes: [
    {
      key: { affiliateId: 1, campaignId: 1, at: 1 },
      name: 'waiting',
      partialFilterExpression: { isBooked: false },
    },
    {
      key: { campaignId: 1, at: 1, _id: 1 },
      name: 'held',
      partialFilterExpression: { status: 'held' },
    },
    {
      key: { reviewUntil: 1 },
      name: 'overdue',
      partialFilterExpression: { status: 'held' },
    },
  ],
});

export const clickStatements = defineCollection<StatementDocument>({
  name: 'click_statements',
  shardKey: { _id: 'hashed' },
  // They explain what was not paid.
  retention: 'permanent',
  personal: 'none',
  indexes: [
    { key: { affiliateId: 1, day: -1, _id: 1 }, name: 'affiliate' },
    { key: { brandId: 1, day: -1, _id: 1 }, name: 'brand' },
    { key: { campaignId: 1, day: -1, _id: 1 }, name: 'campaign' },
  ],
});

export const clickCounters = defineCollection<ClickCounterDocument>({
  name: 'click_counters',
  shardKey: { _id: 'hashed' },
  // An address counts within one day.
  retention: { field: 'createdAt', seconds: COUNTER_RETENTION_SECONDS, indexName: 'forgotten' },
  personal: [{ of: 'visitor', fields: ['_id'], erased: { kept: 'limits per address, 3 days' } }],
});

export const campaignSpending = defineCollection<SpendingDocument>({
  name: 'campaign_spending',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

/** A copy of payout's schedules; rebuilt by replaying the topic. */
