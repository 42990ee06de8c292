import {
  booleanText,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { type UserCopy } from '../../domain/user.ts';

const profile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    company: z.string().nullable(),
    country: z.string().nullable(),
    verified: z.boolean(),
    marketing_channels: z.array(z.string()),
  })
  .meta({ id: 'AffiliateProfile', description: 'An affiliate as brands see it' });

/** Without contact data, because brands contact affiliates by inviting them. */
const profileView = (user: UserCopy): z.output<typeof profile> => ({
  id: user.id,
  name: user.name,
  company: user.company,
  country: user.country,
  verified: user.status === 'verified',
  marketing_channels: [...(user.marketingChannels ?? [])],
});

export const listAffiliatesRoute = ({ users }: Deps) =>
  route({
    operationId: 'listAffiliates',
    method: 'get',
    path: '/api/brand/affiliates',
    summary: 'The directory of affiliates, by name',
    description: 'For invitations. Suspended accounts are left out.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      search: z.string().trim().min(1).max(100).optional().describe('Part of a name or company'),
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .toUpperCase()
        .optional(),
      channel: z.string().trim().min(1).max(100).optional(),
      verified: booleanText.optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ affiliates: z.array(profile), pagination: paginationSchema }),
    handle: async ({ query: { page, per_page: perPage, ...filter } }) => {
      const found = await users.listAffiliates(filter, pageRequestOf(page, perPage));
      return {
        affiliates: found.users.map(profileView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
