import { invalid } from '@tributary/errors';
import { mergeShares } from '@tributary/terms';
import { decideAttributionChange } from '../domain/attribution-change.ts';
import type { AttributionChange } from '../domain/earned-conversion.ts';
import type { RecreditItem } from './recredit-conversions.ts';

/** A change as a call names it. */
export interface ChangeCall {
  readonly changeId: string;
  readonly conversions: readonly {
    readonly conversionId: string;
    readonly shares: readonly {
      readonly affiliateId: string;
      readonly clickId: string;
      readonly linkId: string;
      readonly weight: number;
    }[];
  }[];
}

/**
 * The conversions of a change with their new credit.
 * @throws invalid `no_shares` where a conversion has no share
 */
export const changeItems = ({ changeId, conversions }: ChangeCall): readonly RecreditItem[] =>
  conversions.map(({ conversionId, shares: given }) => {
    const shares = mergeShares(
      given.map(({ affiliateId, clickId, linkId, weight }) => ({
        affiliateId,
        clickId: clickId === '' ? null : clickId,
        linkId: linkId === '' ? null : linkId,
        weight,
        valueMinor: 0,
      })),
    );
    if (!shares.some(({ weight }) => weight > 0)) {
      throw invalid('no_shares', { message: 'A changed conversion needs a credited affiliate' });
    }
    return {
      conversionId,
      affiliateIds: shares.map(({ affiliateId }) => affiliateId),
      decide: (book, suspended, stamps) => {
        const change: AttributionChange = { id: changeId, shares, suspended };
        return decideAttributionChange(book, change, stamps);
      },
    };
  });
