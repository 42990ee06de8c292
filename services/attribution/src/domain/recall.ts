import { type Interval, wilsonInterval } from './statistics.ts';

/** The part of orders without a flag that is drawn at random for review. */
export const SAMPLE_SHARE = 0.015;

/** What reviews of a period show. */
export interface ReviewCounts {
  /** Orders that were flagged, or held later, and were fraud. */
  readonly found: number;
  /** Decided orders that were not flagged. */
  readonly unflagged: number;
  /** Those of them that were drawn at random, and whose review states whether they were fraud. */
  readonly sampled: number;
  /** Those of these that were fraud. */
  readonly sampledFraud: number;
}

/** How much of the fraud is found, from 0 to 1. */
export interface Recall extends Interval {
  readonly estimate: number;
}

/** Two-sided confidence of 95 %. */
const Z_95 = 1.96;

/**
 * How much of the fraud is found: orders that nobody suspected are reviewed at random, and stand for all that were not
 * flagged. Null where none was drawn, or where no fraud is known.
 */
export function estimateRecall({
  found,
  unflagged,
  sampled,
  sampledFraud,
}: ReviewCounts): Recall | null {
  if (sampled === 0 || found + sampledFraud === 0) return null;
  const recallAt = (missedShare: number): number => {
    const all = found + unflagged * missedShare;
    return all === 0 ? 1 : found / all;
  };
  const missed = wilsonInterval(sampledFraud, sampled, Z_95);
  return {
    estimate: recallAt(sampledFraud / sampled),
    low: recallAt(missed.high),
    high: recallAt(missed.low),
  };
}
