import { z } from 'zod';
import { type BillingProfile } from '../domain/billing-profile.ts';

const line = z.string().trim().min(1).max(100);
export const billingProfileSchema = z
  .strictObject({
    legal_name: line.nullable(),
    address_lines: z.array(line).max(5),
    tax_id: z.string().trim().min(1).max(40).nullable(),
  })
  .meta({ id: 'BillingProfile', description: 'An affiliate’s data on invoices' });

export const billingProfileView = ({
  legalName,
  addressLines,
  taxId,
}: BillingProfile): z.output<typeof billingProfileSchema> => ({
  legal_name: legalName,
  address_lines: [...addressLines],
  tax_id: taxId,
});
