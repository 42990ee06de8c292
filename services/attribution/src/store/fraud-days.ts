import mongoose from 'mongoose';
import { type FraudSums } from '../domain/fraud-sums.ts';

/** The sums of a day's assessments of a brand or a campaign. */
export interface FraudDayRow extends FraudSums {
  readonly _id: string;
  /** The brand or the campaign. */
  readonly of: string;
  /** Midnight, UTC. */
  readonly day: Date;
}

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const mixed = mongoose.Schema.Types.Mixed;

/** Shard key: `of`, hashed. Stored for good; can be computed again from the assessments. */
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
