import type { AttributionShare } from '@tributary/contracts';

/** An affiliate's part of the credit; weights are relative to their sum. */
export type WeightedShare = Readonly<Pick<AttributionShare, 'affiliateId' | 'weight'>>;

/** One share per affiliate, in the order given: an affiliate credited twice earns one commission. */
export const mergeShares = (shares: readonly AttributionShare[]): readonly AttributionShare[] =>
  mergeByAffiliate(shares, (earlier, later) => ({
    ...earlier,
    weight: earlier.weight + later.weight,
    valueMinor: earlier.valueMinor + later.valueMinor,
  }));

/** The same where only the weights matter. */
export const mergeWeights = (shares: readonly WeightedShare[]): readonly WeightedShare[] =>
  mergeByAffiliate(shares, ({ affiliateId, weight }, later) => ({
    affiliateId,
    weight: weight + later.weight,
  }));

function mergeByAffiliate<Share extends WeightedShare>(
  shares: readonly Share[],
  merge: (earlier: Share, later: Share) => Share,
): readonly Share[] {
  const merged = new Map<string, Share>();
  for (const share of shares) {
    const earlier = merged.get(share.affiliateId);
    merged.set(share.affiliateId, earlier === undefined ? share : merge(earlier, share));
  }
  return [...merged.values()];
}

/**
 * The shares that a conversion earns by: those of its assessment, or, before there is one, the whole for the affiliate
 * of its click.
 * @param affiliateId null where nobody is credited
 */
export function creditedShares(
  shares: readonly WeightedShare[],
  affiliateId: string | null,
): readonly WeightedShare[] {
  if (shares.length > 0) return shares;
  return affiliateId === null ? [] : [{ affiliateId, weight: 1 }];
}

export const totalWeight = (shares: readonly WeightedShare[]): bigint =>
  shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
