/** An affiliate's own details for its invoices; null: those of its user account are used. */
export interface BillingProfile {
  readonly legalName: string | null;
  readonly addressLines: readonly string[];
  readonly taxId: string | null;
}

export const emptyProfile: BillingProfile = { legalName: null, addressLines: [], taxId: null };
