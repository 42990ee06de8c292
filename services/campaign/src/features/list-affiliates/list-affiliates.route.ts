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

const MAX_IDS = 100;

const affiliateIds = z
  .string()
  .max(MAX_IDS * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(MAX_IDS))
  .describe('Only the affiliates with these ids, separated by commas, at most 100')
  .meta({ examples: ['01975b3c-7c00-7000-8000-00000000f101'] });

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

/** Copies accounts from their owner whose events have not arrived. */
async function copyMissing(
  { users, findUser }: Pick<Deps, 'users' | 'findUser'>,
  ids: readonly string[],
): Promise<void> {
  const known = await users.findMany(ids);
  for (const id of new Set(ids)) if (!known.has(id)) await findUser(id);
}

export const listAffiliatesRoute = (deps: Deps) =>
  route({
    operationId: 'listAffiliates',
    method: 'get',
    path: '/api/brand/affiliates',
    summary: 'The directory of affiliates, by name',
    description:
      'For invitations, and for names. Suspended accounts are left out unless `ids` names them.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      ids: affiliateIds.optional(),
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
      if (filter.ids !== undefined) await copyMissing(deps, filter.ids);
      const found = await deps.users.listAffiliates(filter, pageRequestOf(page, perPage));
      return {
        affiliates: found.users.map(profileView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
