/** What an affiliate's invoices say of it; null where they say what the account says. */
export interface BillingProfile {
  readonly legalName: string | null;
  readonly addressLines: readonly string[];
  readonly taxId: string | null;
}

export const emptyProfile: BillingProfile = { legalName: null, addressLines: [], taxId: null };
