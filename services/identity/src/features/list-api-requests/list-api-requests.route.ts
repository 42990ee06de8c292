import { route, wholeNumber } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { apiRequestResponse, apiRequestView } from '../../views/api-request-view.ts';

const query = z.strictObject({
  api_key_id: z.uuid().optional(),
  status_class: z
    .enum(['2xx', '3xx', '4xx', '5xx'])
    .optional()
    .describe('Answers of this class of HTTP statuses')
    .meta({ examples: ['4xx'] }),
  operation: z
    .string()
    .regex(/^[A-Za-z]{1,100}$/)
    .optional()
    .describe('An operationId'),
  before: z
    .uuid()
    .optional()
    .describe('The `next_before` of the page before: requests that are older than that one'),
  limit: wholeNumber({ min: 1, max: 100 }).default(50),
});

export const listApiRequestsRoute = ({ apiKeys, apiRequests }: Deps) =>
  route({
    operationId: 'listApiRequests',
    method: 'get',
    path: '/api/auth/api-requests',
    summary: 'The last requests that were made with the account’s API keys, newest first',
    description:
      'The newest 1,000 of the last 7 days, within seconds. Bodies, query values, headers, addresses and ids in ' +
      'paths are not stored. Requests on paths without a sign-in, and with keys that were refused, are not ' +
      'listed. Of an account that makes more than 50 requests in a second some are left out: `left_out` ' +
      'states how many. Requests of the second before a gateway crashed may be missing.',
    allow: 'signed_in',
    permission: 'keys:read',
    query,
    response: z.object({
      requests: z.array(apiRequestResponse),
      next_before: z
        .uuid()
        .nullable()
        .describe('The `before` of the next page; null on the last one'),
    }),
    handle: async ({ query: given, actor }) => {
      const { api_key_id: apiKeyId, status_class: statusClass, operation, before, limit } = given;
      const filter = {
        ...{ apiKeyId, operation, before },
        statusClass: statusClass === undefined ? undefined : Number(statusClass[0]),
      };
      const [requests, keys] = await Promise.all([
        apiRequests.list(actor.id, filter, limit),
        apiKeys.listOf(actor.id),
      ]);
      const last = requests.length < limit ? undefined : requests.at(-1);
      return {
        requests: requests.map((request) => apiRequestView(request, keys)),
        next_before: last?._id ?? null,
      };
    },
  });
