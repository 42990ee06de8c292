import { type Collections, type TeamMemberDocument } from './collections.ts';
import { upsertNewer } from './upsert-newer.ts';

export const teamMemberId = (accountId: string, memberId: string): string =>
  `${accountId} ${memberId}`;

/** The people who may act in other accounts, or might until they were removed. */
export const teamMemberStore = ({ teamMembers }: Collections) => ({
  upsert: (rows: readonly TeamMemberDocument[]): Promise<void> =>
    upsertNewer(rows, (updates) => teamMembers.bulkWrite(updates, { ordered: false })),

  isRemoved: async (accountId: string, memberId: string): Promise<boolean> =>
    (await teamMembers.findOne({ _id: teamMemberId(accountId, memberId) }))?.active === false,
});
