import { type AccountGroup } from '../domain/account-group.ts';
import { type Collections } from './collections.ts';

/** The groups of brands' affiliates, as of the last night. */
export const accountGroupStore = ({ accountGroups }: Collections) => ({
  /** By brand. */
  findMany: async (brandIds: readonly string[]): Promise<Map<string, readonly AccountGroup[]>> => {
    const found = await accountGroups.find({ _id: { $in: [...new Set(brandIds)] } }).toArray();
    return new Map(found.map(({ _id, groups }) => [_id, groups]));
  },
  /** The group that an affiliate of a brand belongs to. */
  findOf: async (_id: string, affiliateId: string): Promise<AccountGroup | null> => {
    const projection = { groups: { $elemMatch: { accounts: affiliateId } } };
    interface Found {
      /** Absent where none matches. */
      readonly groups?: readonly AccountGroup[];
    }
    const found = await accountGroups.findOne<Found>({ _id }, { projection });
    return found?.groups?.[0] ?? null;
  },
  replace: async (_id: string, groups: readonly AccountGroup[], at: Date): Promise<void> => {
    await accountGroups.replaceOne({ _id }, { at, groups }, { upsert: true });
  },
});
