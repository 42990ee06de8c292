import { z } from 'zod';
import { plans, roles, userStatuses } from '@tributary/contracts';
import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { emailField, line } from '../../views/account-fields.ts';
import { userResponse, userView } from '../../views/user-view.ts';

export const listUsersRoute = (deps: Deps) =>
  route({
    operationId: 'listUsers',
    method: 'get',
    path: '/api/admin/users',
    summary: 'All accounts',
    description: 'For administrators; the filters may be combined.',
    allow: ['admin'],
    permission: 'platform:read',
    query: z.strictObject({
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
      plan: z.enum(plans).optional(),
      email: emailField.optional(),
      search: line(2, 100)
        .optional()
        .describe('A part of the name, the company or the e-mail address, in any case.'),
    }),
    response: z.object({ users: z.array(userResponse), pagination: paginationSchema }),
    handle: async ({ query }) => {
      const { page, per_page: perPage, ...filter } = query;
      const { users, total } = await deps.users.list(filter, pageRequestOf(page, perPage));
      return { users: users.map(userView), pagination: paginationOf(page, perPage, total) };
    },
  });
