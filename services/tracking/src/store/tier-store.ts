import { type Session } from '@tributary/mongo';
import { type Conversion } from '../domain/conversion.ts';
import {
  type KnownTiers,
  PLATFORM_SCHEME,
  type TierMove,
  type TierVersion,
  withMove,
  withVersion,
} from '../domain/tiers.ts';
import { type Collections } from './collections.ts';

const moveId = (affiliateId: string, schemeId: string): string => `${affiliateId}/${schemeId}`;

const byId = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });

const NO_TIERS: KnownTiers = { versionsOf: () => [], movesOf: () => [] };

/** Finds the tiers that may pay conversions. Reads outside transactions, because tiers are dated. */
export const findTiers =
  ({ tierSchemes, tierMoves }: Collections) =>
  async (
    conversions: readonly Pick<Conversion, 'campaignId' | 'affiliateIds'>[],
  ): Promise<KnownTiers> => {
    if (conversions.length === 0) return NO_TIERS;
    const schemeIds = conversions.map(({ campaignId }) => campaignId);
    const moveIds = conversions.flatMap(({ campaignId, affiliateIds }) =>
      affiliateIds.flatMap((id) => [moveId(id, PLATFORM_SCHEME), moveId(id, campaignId)]),
    );
    const [schemes, moves] = await Promise.all([
      tierSchemes.find(byId([PLATFORM_SCHEME, ...schemeIds]), null, { session: null }).lean(),
      tierMoves.find(byId(moveIds), null, { session: null }).lean(),
    ]);
    const versions = new Map(schemes.map(({ _id, newest }) => [_id, newest]));
    const movesById = new Map(moves.map(({ _id, newest }) => [_id, newest]));
    return {
      versionsOf: (schemeId) => versions.get(schemeId) ?? [],
      movesOf: (affiliateId, schemeId) => movesById.get(moveId(affiliateId, schemeId)) ?? [],
    };
  };
export type FindTiers = ReturnType<typeof findTiers>;

/** This service's copy of commission's tiers, and of the affiliates' levels. */
export const tierStore = ({ tierSchemes, tierMoves }: Collections, session: Session) => ({
  saveVersion: async (_id: string, version: TierVersion): Promise<void> => {
    const known = await tierSchemes.findById(_id, null, { session }).lean();
    const newest = withVersion(known?.newest ?? [], version);
    await tierSchemes.updateOne({ _id }, { $set: { newest } }, { session, upsert: true });
  },

  saveMove: async (affiliateId: string, schemeId: string, move: TierMove): Promise<void> => {
    const _id = moveId(affiliateId, schemeId);
    const known = await tierMoves.findById(_id, null, { session }).lean();
    const newest = withMove(known?.newest ?? [], move);
    await tierMoves.updateOne({ _id }, { $set: { newest } }, { session, upsert: true });
  },
});
