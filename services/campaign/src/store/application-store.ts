import { notFound } from '@tributary/errors';
import { isDuplicateKey, type Session } from '@tributary/mongo';
import { alreadyApplied, type Application, isOpen } from '../domain/application.ts';
import { type ApplicationRow, type Models } from './models.ts';
import { withoutUndefined, NEWEST_FIRST, type Page, toRow } from './rows.ts';

export interface ApplicationFilter {
  readonly brandId: string;
  readonly campaignId?: string | undefined;
  readonly status?: Application['status'] | undefined;
}

/** The applications that are read when an affiliate's campaigns are listed. */
const MAX_MEMBERSHIPS = 5_000;

const rowOf = (application: Application): ApplicationRow => ({
  ...toRow(application),
  open: isOpen(application),
});

function applicationOf({ _id, open: _open, holds: _holds, ...rest }: ApplicationRow): Application {
  return { id: _id, ...rest };
}

/** Whether an affiliate is a member; a concurrent end of the membership conflicts with this transaction. */
const membershipLock =
  (applications: Models['applications'], session: Session | null) =>
  async (campaignId: string, affiliateId: string): Promise<boolean> => {
    const where = { campaignId, affiliateId, open: true, status: 'approved' as const };
    const { matchedCount } = await applications
      .updateOne(where, { $inc: { holds: 1 } })
      .session(session);
    return matchedCount === 1;
  };

/** Whether the brand ended the affiliate's last membership; a membership was reviewed before it was left. */
const removalFinder =
  (applications: Models['applications'], session: Session | null) =>
  async (campaignId: string, affiliateId: string): Promise<boolean> => {
    const where = { affiliateId, campaignId, status: 'left', reviewedAt: { $ne: null } } as const;
    const last = await applications.findOne(where).sort(NEWEST_FIRST).session(session).lean();
    return last?.endedBy === 'brand';
  };

/** Applications, which are memberships once approved. */
export function applicationStore({ applications }: Models, session: Session | null = null) {
  const findOpen = async (
    campaignId: string,
    affiliateId: string,
  ): Promise<Application | undefined> => {
    const where = { campaignId, affiliateId, open: true };
    const row = await applications.findOne(where).session(session).lean();
    return row === null ? undefined : applicationOf(row);
  };
  return {
    findOpen,
    lockMembership: membershipLock(applications, session),
    wasRemoved: removalFinder(applications, session),
    /** @throws not_found, also for another brand's application */
    getOwn: async (id: string, brandId: string): Promise<Application> => {
      const row = await applications.findById(id).session(session).lean();
      if (row?.brandId !== brandId) {
        throw notFound('not_found', { message: 'There is no such application' });
      }
      return applicationOf(row);
    },
    /** @throws conflict `already_applied` where another application is open, also in a race */
    create: async (application: Application): Promise<void> => {
      try {
        await applications.create([rowOf(application)], { session });
      } catch (error) {
        throw isDuplicateKey(error, 'campaignId') ? alreadyApplied() : error;
      }
    },
    save: async (application: Application): Promise<void> => {
      await applications.replaceOne({ _id: application.id }, rowOf(application)).session(session);
    },
    list: async (filter: ApplicationFilter, { skip, limit }: Page) => {
      const where = withoutUndefined({ ...filter });
      const query = applications.find(where).sort(NEWEST_FIRST).skip(skip).limit(limit);
      const rows = await query.lean();
      const total = await applications.countDocuments(where);
      return { applications: rows.map(applicationOf), total };
    },
    /** The affiliate's newest application for each campaign, newest first. */
    listLatest: async (affiliateId: string): Promise<Application[]> => {
      const query = applications.find({ affiliateId }).sort(NEWEST_FIRST);
      const rows = await query.limit(MAX_MEMBERSHIPS).session(session).lean();
      const latest = new Map<string, Application>();
      for (const row of rows) {
        if (!latest.has(row.campaignId)) latest.set(row.campaignId, applicationOf(row));
      }
      return [...latest.values()];
    },
  };
}
