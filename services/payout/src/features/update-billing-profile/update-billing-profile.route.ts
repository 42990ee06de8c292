import { recordChange } from '@tributary/mongo';
import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type BillingProfile, emptyProfile } from '../../domain/billing-profile.ts';
import { billingProfileSchema, billingProfileView } from '../../views/billing-profile-view.ts';

export const updateBillingProfileRoute = (deps: Deps) =>
  route({
    operationId: 'updateBillingProfile',
    method: 'put',
    path: '/api/payouts/billing-profile',
    summary: 'Name, address and tax number for invoices',
    description: 'Applies to future invoices; an issued invoice does not change.',
    allow: ['affiliate'],
    permission: 'payouts:write',
    body: billingProfileSchema.partial(),
    response: z.object({ success: z.literal(true), billing_profile: billingProfileSchema }),
    handle: async ({ body, actor }) => {
      const profile = await deps.transaction(async ({ billing }) => {
        const known = (await billing.find(actor.id)) ?? emptyProfile;
        const { legal_name: legalName, address_lines: addressLines, tax_id: taxId } = body;
        const updated: BillingProfile = {
          // Null removes a value; an absent field keeps it.
          legalName: legalName === undefined ? known.legalName : legalName,
          addressLines: addressLines ?? known.addressLines,
          taxId: taxId === undefined ? known.taxId : taxId,
        };
        await billing.save(actor.id, updated);
        recordChange({ kind: 'billing_profile', id: actor.id, before: known, after: updated });
        return updated;
      });
      return { success: true, billing_profile: billingProfileView(profile) };
    },
  });
