import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type BillingProfile, emptyProfile } from '../../domain/billing-profile.ts';

const line = z.string().trim().min(1).max(100);
const profileSchema = z.strictObject({
  legal_name: line.nullable(),
  address_lines: z.array(line).max(5),
  tax_id: z.string().trim().min(1).max(40).nullable(),
});
const response = z.object({ success: z.literal(true), billing_profile: profileSchema });

const view = ({ legalName, addressLines, taxId }: BillingProfile) => ({
  legal_name: legalName,
  address_lines: [...addressLines],
  tax_id: taxId,
});

const path = '/api/payouts/billing-profile';

export const showBillingProfileRoute = (deps: Deps) =>
  route({
    method: 'get',
    path,
    summary: 'What the affiliate’s invoices say of it',
    allow: ['affiliate'],
    scope: 'payouts:read',
    response,
    handle: async ({ actor }) => {
      const profile = (await deps.billing.find(actor.id)) ?? emptyProfile;
      return { success: true, billing_profile: view(profile) };
    },
  });

export const editBillingProfileRoute = (deps: Deps) =>
  route({
    method: 'put',
    path,
    summary: 'Name, address and tax number for invoices',
    description: 'Counts for invoices from now on; one that is issued does not change.',
    allow: ['affiliate'],
    scope: 'payouts:write',
    body: profileSchema.partial(),
    response,
    handle: async ({ body, actor }) => {
      const profile = await deps.transaction(async ({ billing }) => {
        const known = (await billing.find(actor.id)) ?? emptyProfile;
        const { legal_name: legalName, address_lines: addressLines, tax_id: taxId } = body;
        const saved: BillingProfile = {
          // Null is an answer: it takes the name away.
          legalName: legalName === undefined ? known.legalName : legalName,
          addressLines: addressLines ?? known.addressLines,
          taxId: taxId === undefined ? known.taxId : taxId,
        };
        await billing.save(actor.id, saved);
        return saved;
      });
      return { success: true, billing_profile: view(profile) };
    },
  });
