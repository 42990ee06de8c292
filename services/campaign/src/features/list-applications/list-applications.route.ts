import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { applicantResponse, applicantView } from '../../views/application-view.ts';

export const listApplicationsRoute = ({ accountChecks, applications, users }: Deps) =>
  route({
    operationId: 'listApplications',
    method: 'get',
    path: '/api/brand/applications',
    summary: 'Applications to the caller’s campaigns, newest first',
    description:
      'With the profile of each affiliate, the criteria that it does not meet, and what its account shares with others.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      status: z.enum(['pending', 'approved', 'rejected', 'left']).optional(),
      campaign_id: z.uuid().optional(),
      affiliate_id: z.uuid().optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ applications: z.array(applicantResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, status } = query;
      const { campaign_id: campaignId, affiliate_id: affiliateId } = query;
      const filter = { brandId: actor.id, affiliateId, campaignId, status };
      const which = pageRequestOf(page, perPage);
      const found = await applications.list(filter, which);
      const ids = found.applications.map(({ affiliateId }) => affiliateId);
      const [affiliates, checks] = await Promise.all([
        users.findMany(ids),
        accountChecks.findMany(actor.id, ids),
      ]);
      const views = found.applications.map((application) => {
        const { affiliateId } = application;
        return applicantView(application, affiliates.get(affiliateId), checks.get(affiliateId));
      });
      return { applications: views, pagination: paginationOf(page, perPage, found.total) };
    },
  });
