import { notFound } from '@tributary/errors';
import {
  findPage,
  isDuplicateKey,
  NEWEST_FIRST,
  type PageRequest,
  type Session,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { alreadyApplied, type Application, isOpen } from '../domain/application.ts';
import { type ApplicationDocument, type Collections } from './collections.ts';

export interface ApplicationFilter {
  readonly brandId: string;
  readonly affiliateId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly status?: Application['status'] | undefined;
}

/** The applications that are read when an affiliate's campaigns are listed. */
const MAX_MEMBERSHIPS = 5_000;

const documentOf = (application: Application): ApplicationDocument => ({
  ...toDocument(application),
  open: isOpen(application),
});

function applicationOf({
  _id,
  open: _open,
  holds: _holds,
  ...rest
}: ApplicationDocument): Application {
  return { id: _id, ...rest };
}

/** Whether an affiliate is a member; a concurrent end of the membership conflicts with this transaction. */
const membershipLock =
  (applications: Collections['applications'], session: Session | null) =>
  async (campaignId: string, affiliateId: string): Promise<boolean> => {
    const where = { campaignId, affiliateId, open: true, status: 'approved' as const };
    const { matchedCount } = await applications
      .updateOne(where, { $inc: { holds: 1 } })
      .session(session);
    return matchedCount === 1;
  };

/** Whether the brand ended the affiliate's last membership; a membership was reviewed before it was left. */
const removalFinder =
  (applications: Collections['applications'], session: Session | null) =>
  async (campaignId: string, affiliateId: string): Promise<boolean> => {
    const where = { affiliateId, campaignId, status: 'left', reviewedAt: { $ne: null } } as const;
    const last = await applications.findOne(where).sort(NEWEST_FIRST).session(session).lean();
    return last?.endedBy === 'brand';
  };

/** The approved applications of an affiliate to a brand's campaigns, newest first. */
const membershipLister =
  (applications: Collections['applications'], session: Session | null) =>
  async (brandId: string, affiliateId: string, limit: number): Promise<Application[]> => {
    const where = { affiliateId, brandId, status: 'approved' as const };
    const query = applications.find(where).sort(NEWEST_FIRST).limit(limit);
    return (await query.session(session).lean()).map(applicationOf);
  };

/** Applications, which are memberships once approved. */
export function applicationStore({ applications }: Collections, session: Session | null = null) {
  const findOpen = async (
    campaignId: string,
    affiliateId: string,
  ): Promise<Application | undefined> => {
    const where = { campaignId, affiliateId, open: true };
    const document = await applications.findOne(where).session(session).lean();
    return document === null ? undefined : applicationOf(document);
  };
  return {
    findOpen,
    lockMembership: membershipLock(applications, session),
    wasRemoved: removalFinder(applications, session),
    /** @throws not_found, also for another brand's application */
    getOwn: async (id: string, brandId: string): Promise<Application> => {
      const document = await applications.findById(id).session(session).lean();
      if (document?.brandId !== brandId) {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      return applicationOf(document);
    },
    /** @throws conflict `already_applied` where another application is open, also in a race */
    create: async (application: Application): Promise<void> => {
      try {
        await applications.create([documentOf(application)], { session });
      } catch (error) {
        throw isDuplicateKey(error, 'campaignId') ? alreadyApplied() : error;
      }
    },
    save: async (application: Application): Promise<void> => {
      await applications
        .replaceOne({ _id: application.id }, documentOf(application))
        .session(session);
    },
    list: async (filter: ApplicationFilter, page: PageRequest) => {
      const { documents, total } = await findPage(applications, withoutUndefined(filter), page);
      return { applications: documents.map(applicationOf), total };
    },
    listMemberships: membershipLister(applications, session),
    /** The affiliate's newest application for each campaign, newest first. */
    listLatest: async (affiliateId: string): Promise<Application[]> => {
      const query = applications.find({ affiliateId }).sort(NEWEST_FIRST);
      const documents = await query.limit(MAX_MEMBERSHIPS).session(session).lean();
      const latest = new Map<string, Application>();
      for (const document of documents) {
        if (!latest.has(document.campaignId))
          latest.set(document.campaignId, applicationOf(document));
      }
      return [...latest.values()];
    },
  };
}
