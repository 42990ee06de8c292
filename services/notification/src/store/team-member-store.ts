import { type Collections, type TeamMemberDocument } from './collections.ts';
import { upsertNewer } from './upsert-newer.ts';

/** A person’s place in another account, as of the event `version`. */
interface TeamMember extends Omit<TeamMemberDocument, '_id'> {
  readonly accountId: string;
  readonly memberId: string;
}

const idOf = (accountId: string, memberId: string): string => `${accountId} ${memberId}`;

/** The people who may act in other accounts, or might until they were removed. */
export const teamMemberStore = ({ teamMembers }: Collections) => ({
  upsert: (members: readonly TeamMember[]): Promise<void> => {
    const rows = members.map(({ accountId, memberId, ...rest }): TeamMemberDocument => ({
      _id: idOf(accountId, memberId),
      ...rest,
    }));
    return upsertNewer(rows, (updates) => teamMembers.bulkWrite(updates, { ordered: false }));
  },

  isRemoved: async (accountId: string, memberId: string): Promise<boolean> =>
    (await teamMembers.findOne({ _id: idOf(accountId, memberId) }))?.active === false,
});
