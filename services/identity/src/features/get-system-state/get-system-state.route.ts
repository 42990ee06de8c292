import { z } from 'zod';
import { route, serviceStateSchema } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { seenService } from './seen-service.ts';

const response = z.object({
  services: z
    .array(
      z
        .object({
          service: z
            .string()
            .describe('The service.')
            .meta({ examples: ['payout'] }),
          status: z
            .enum(['ready', 'not_ready', 'unreachable'])
            .describe('Whether it serves; `unreachable` where it did not answer in time.')
            .meta({ examples: ['ready'] }),
          state: serviceStateSchema
            .meta({ id: 'ServiceState', description: 'What a service knows of itself' })
            .nullable()
            .describe('What it answered; null where it did not answer.'),
        })
        .meta({ id: 'SystemService', description: 'A service as administrators see it' }),
    )
    .describe('Every service with a database, by name.'),
});

export const getSystemStateRoute = (deps: Pick<Deps, 'states'>) =>
  route({
    operationId: 'getSystemState',
    method: 'get',
    path: '/api/admin/system',
    summary: 'The state of every service: outboxes, events set aside, lag and stuck payouts',
    description:
      'For administrators. Every service with a database is queried at the same moment, and answers within 4 seconds or is shown as `unreachable`. Numbers are those of the whole service, not of one process. The gateway and the console, which store nothing, are part of `GET /health/ready`.',
    allow: ['admin'],
    permission: 'platform:read',
    shared: true,
    response,
    handle: async ({ request }) => {
      const { authorization } = request.headers;
      const found = await deps.states.findAll(String(authorization));
      return { services: found.map(seenService) };
    },
  });
