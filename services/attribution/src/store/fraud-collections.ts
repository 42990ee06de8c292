import { type AccountCheck } from '@tributary/contracts';
import { defineCollection } from '@tributary/mongo';
import { DAY_SECONDS } from '@tributary/units';
import { type AffiliateLift } from '../domain/experiment.ts';
import { type Drift } from '../domain/drift.ts';
import { type DatedRun } from '../domain/shadow.ts';
import { type WeightFit } from '../domain/weight-fit.ts';

/** What was found about an affiliate's account for a brand that it applied to; `_id` is both. */
export interface AccountCheckDocument extends Omit<AccountCheck, 'checkedAt'> {
  readonly _id: string;
  /** Of the application by which it was checked, when it last found something else. */
  readonly campaignId: string;
  readonly checkedAt: Date;
}

/** Weights that were fitted to reviews: a version of a rules version. */
export interface FraudWeightsDocument extends WeightFit {
  readonly _id: string;
  readonly rulesVersion: string;
  /** From 1, by rules version. */
  readonly version: number;
  readonly fittedAt: Date;
  /** What it was fitted to: reviewed orders, and those of them that were fraud. */
  readonly orders: number;
  readonly frauds: number;
  /** Since when orders are scored with it; absent where they never were. */
  readonly appliedAt?: Date;
  /** The administrator's id. */
  readonly appliedBy?: string;
}

/** What a version of weights would change for a brand, or for all; `_id` is both. */
export interface ShadowRunDocument extends DatedRun {
  readonly _id: string;
  readonly weights: string;
  /** `ALL_BRANDS` for all of them. */
  readonly of: string;
}

/** How scores and factors of a week differ from those of the month before; `_id` is the day. */
export interface DriftDocument extends Drift {
  readonly _id: string;
  readonly rulesVersion: string;
  readonly at: Date;
}

/** What a campaign's held-out visitors show, as of a night; `_id` is the campaign. */
export interface LiftDocument {
  readonly _id: string;
  readonly at: Date;
  /** The first click of a held-out visitor. */
  readonly since: Date;
  /** Of the values. */
  readonly currency: string;
  readonly affiliates: readonly AffiliateLift[];
}

/** Runs of versions that were not applied matter for some weeks. */
const RUN_SECONDS = 60 * DAY_SECONDS;
const DRIFT_SECONDS = 400 * DAY_SECONDS;

export const accountChecks = defineCollection<AccountCheckDocument>({
  name: 'account_checks',
  shardKey: { affiliateId: 'hashed' },
  retention: { until: 'the affiliate’s account is erased' },
  personal: [{ of: 'account', fields: ['affiliateId'], by: ['affiliateId'], erased: 'deleted' }],
  indexes: [{ key: { affiliateId: 1, brandId: 1 } }, { key: { brandId: 1, _id: 1 } }],
});

export const fraudWeights = defineCollection<FraudWeightsDocument>({
  name: 'fraud_weights',
  shardKey: { _id: 'hashed' },
  // Assessments state the version that scored them.
  retention: 'permanent',
  personal: 'none',
  indexes: [{ key: { rulesVersion: 1, version: -1 } }],
});

export const shadowRuns = defineCollection<ShadowRunDocument>({
  name: 'shadow_runs',
  shardKey: { _id: 'hashed' },
  retention: { field: 'at', seconds: RUN_SECONDS },
  personal: 'none',
});

export const lifts = defineCollection<LiftDocument>({
  name: 'lifts',
  shardKey: { _id: 'hashed' },
  retention: { field: 'at', seconds: DRIFT_SECONDS },
  personal: 'none',
});

export const drifts = defineCollection<DriftDocument>({
  name: 'fraud_drifts',
  shardKey: { _id: 'hashed' },
  retention: { field: 'at', seconds: DRIFT_SECONDS },
  personal: 'none',
});
