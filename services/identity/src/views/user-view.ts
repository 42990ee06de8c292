import { z } from 'zod';
import { plans, roles, userStatuses } from '@tributary/contracts';
import { type User } from '../domain/user.ts';

/** An account as callers see it. */
export const userResponse = z
  .object({
    id: z.uuid(),
    email: z.string(),
    /** Whether the owner has proved the address. */
    email_verified: z.boolean(),
    role: z.enum(roles),
    plan: z
      .enum(plans)
      .describe(
        'What the account may use: webhooks and postbacks need `pro` (10 endpoints) or `enterprise` (50). The operator sets it.',
      ),
    status: z.enum(userStatuses),
    name: z.string(),
    company: z.string().nullable(),
    country: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    marketing_channels: z.array(z.string()),
    /** When the account will be erased, where its owner requested that. */
    deletion_due_at: z.iso.datetime().optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'User', description: 'An account' });

export const userView = (user: User): z.output<typeof userResponse> => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerifiedAt !== null,
  role: user.role,
  plan: user.plan,
  status: user.status,
  name: user.name,
  company: user.company,
  country: user.country,
  phone: user.phone,
  website: user.website,
  marketing_channels: [...user.marketingChannels],
  ...(user.deletionDueAt === undefined
    ? {}
    : { deletion_due_at: user.deletionDueAt.toISOString() }),
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
});
