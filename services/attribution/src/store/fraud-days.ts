import mongoose from 'mongoose';
import { type FraudSums } from '../domain/fraud-sums.ts';

/** A day's assessments of a brand or a campaign, summed up. */
export interface FraudDayRow extends FraudSums {
  readonly _id: string;
  /** The brand or the campaign. */
  readonly of: string;
  /** Its first moment, UTC. */
  readonly day: Date;
}

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const mixed = mongoose.Schema.Types.Mixed;

/** Shard key: `of`, hashed. Kept for good; can be summed up from the assessments at any time. */
export const fraudDaySchema = new mongoose.Schema<FraudDayRow>(
  {
    _id: text,
    of: text,
    day: { type: Date, required: true },
    conversions: number,
    scores: number,
    highRisk: number,
    flagged: number,
    factors: mixed,
    affiliates: mixed,
  },
  { versionKey: false, strict: 'throw', minimize: false },
).index({ of: 1, day: 1 });
