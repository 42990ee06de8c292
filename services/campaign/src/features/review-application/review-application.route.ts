import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { applicationResponse, applicationView } from '../../views/application-view.ts';
import { reviewApplication } from './review-application.ts';

export const reviewApplicationRoute = (deps: Deps) =>
  route({
    operationId: 'reviewApplication',
    method: 'put',
    path: '/api/brand/applications/:application_id/review',
    summary: 'Approves or rejects an application',
    description: 'An approved affiliate may make links. A decision cannot be changed.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ application_id: z.uuid() }),
    body: z.strictObject({
      decision: z.enum(['approved', 'rejected']),
      notes: z.string().trim().max(2_000).nullish(),
    }),
    response: applicationResponse,
    errors: {
      already_reviewed: 'The application was decided otherwise or withdrawn (409)',
      campaign_not_active: 'The campaign is over (409)',
    },
    handle: async ({ params, body, actor }) => {
      const { decision, notes } = body;
      const input = { applicationId: params.application_id, brandId: actor.id, decision };
      return applicationView(await reviewApplication(deps)({ ...input, notes: notes ?? null }));
    },
  });
