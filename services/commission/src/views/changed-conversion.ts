import { invalid } from '@tributary/errors';
import type { Recredited } from '../domain/attribution-change.ts';
import type { CreditMove, KnownChange } from '../domain/earned-conversion.ts';

const MAX_CONVERSIONS = 500;

/** @throws invalid `too_many_conversions` */
export function requireFewConversions(conversions: readonly unknown[]): void {
  if (conversions.length <= MAX_CONVERSIONS) return;
  throw invalid('too_many_conversions', {
    message: `At most ${String(MAX_CONVERSIONS)} conversions per call`,
  });
}

/** The response to a change or a preview of it. */
export const changedConversion = ({ conversionId, currency = '', known }: Recredited) => ({
  conversionId,
  currency,
  skipped: known.skipped ?? '',
  moves: [...known.moves],
});

/** The response to an undo. */
export const undoneConversion = ({ conversionId, currency = '', known }: Recredited) => ({
  conversionId,
  currency,
  skipped: known.skipped ?? '',
  moves: undoMovesOf(known),
});

const undoMovesOf = ({ undoMoves = [] }: KnownChange): CreditMove[] => [...undoMoves];
