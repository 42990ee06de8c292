import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { applicantResponse, applicantView } from '../../views/application-view.ts';

export const getApplicationRoute = ({ accountChecks, applications, users }: Deps) =>
  route({
    operationId: 'getApplication',
    method: 'get',
    path: '/api/brand/applications/:application_id',
    summary: 'An application to a campaign of the caller',
    description:
      'The application as the brand decides on it, with the affiliate who applied, what is known of the account, and the decision once there is one.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ application_id: z.uuid() }),
    response: applicantResponse,
    handle: async ({ params, actor }) => {
      const application = await applications.getOwn(params.application_id, actor.id);
      const { affiliateId } = application;
      const [user, checks] = await Promise.all([
        users.find(affiliateId),
        accountChecks.findMany(actor.id, [affiliateId]),
      ]);
      return applicantView(application, user, checks.get(affiliateId));
    },
  });
