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

export const listApplicationsRoute = ({ applications, users }: Deps) =>
  route({
    operationId: 'listApplications',
    method: 'get',
    path: '/api/brand/applications',
    summary: 'Applications to the caller’s campaigns, newest first',
    description: 'With the profile of each affiliate and the criteria that it does not meet.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      status: z.enum(['pending', 'approved', 'rejected', 'left']).optional(),
      campaign_id: z.uuid().optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ applications: z.array(applicantResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, status, campaign_id: campaignId } = query;
      const filter = { brandId: actor.id, campaignId, status };
      const which = pageRequestOf(page, perPage);
      const found = await applications.list(filter, which);
      const affiliates = await users.findMany(found.applications.map((one) => one.affiliateId));
      const views = found.applications.map((application) =>
        applicantView(application, affiliates.get(application.affiliateId)),
      );
      return { applications: views, pagination: paginationOf(page, perPage, found.total) };
    },
  });
