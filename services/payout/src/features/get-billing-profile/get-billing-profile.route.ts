import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { emptyProfile } from '../../domain/billing-profile.ts';
import { billingProfileSchema, billingProfileView } from '../../views/billing-profile-view.ts';

export const getBillingProfileRoute = (deps: Deps) =>
  route({
    operationId: 'getBillingProfile',
    method: 'get',
    path: '/api/payouts/billing-profile',
    summary: 'The affiliate’s name, address and tax number for invoices',
    description: 'Invoices from now on show it; earlier ones stay as they are.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    response: z.object({ success: z.literal(true), billing_profile: billingProfileSchema }),
    handle: async ({ actor }) => {
      const profile = (await deps.billing.find(actor.id)) ?? emptyProfile;
      return { success: true, billing_profile: billingProfileView(profile) };
    },
  });
