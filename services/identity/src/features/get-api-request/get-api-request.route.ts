import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { apiRequestResponse, apiRequestView } from '../../views/api-request-view.ts';

export const getApiRequestRoute = ({ apiKeys, apiRequests }: Deps) =>
  route({
    operationId: 'getApiRequest',
    method: 'get',
    path: '/api/auth/api-requests/:api_request_id',
    summary: 'One request that was made with an API key of the account',
    description: 'What its list shows. Bodies, query values, headers and addresses are not stored.',
    allow: 'signed_in',
    permission: 'keys:read',
    params: z.object({ api_request_id: z.uuid() }),
    response: apiRequestResponse,
    errors: { api_request_not_found: 'The account’s log has no such request, or no more' },
    handle: async ({ params, actor }) => {
      const found = await apiRequests.find(actor.id, params.api_request_id);
      if (found === null) {
        throw notFound('api_request_not_found', { message: 'There is no such request' });
      }
      return apiRequestView(found, await apiKeys.listOf(actor.id));
    },
  });
