/** The supplier or the customer of an invoice. */
export interface InvoiceParty {
  readonly name: string;
  /** Address or country, line by line. */
  readonly lines: readonly string[];
  readonly email: string | null;
  readonly taxId: string | null;
}

export interface InvoiceLine {
  readonly commissionId: string;
  readonly campaignName: string;
  readonly orderId: string;
  readonly earnedAt: Date | null;
  readonly amountMinor: number;
}

/** The tax within the commissions: their sum is `net + tax`. */
export interface InvoiceTax {
  /** Percent, as text. */
  readonly rate: string;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly note: string;
}

/** An invoice as it is issued in the commit that completes its payout; its content follows and never changes. */
export interface Invoice {
  readonly payoutId: string;
  readonly affiliateId: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly issuedAt: Date;
  readonly isComplete: boolean;
  readonly content: InvoiceContent | null;
}

/** Cancels an invoice in full, because the provider took its payment back. The invoice itself does not change. */
export interface CreditNote {
  readonly payoutId: string;
  readonly affiliateId: string;
  /** From 1, without gaps, in a separate series. */
  readonly number: number;
  readonly issuedAt: Date;
}

export interface InvoiceContent {
  /** The affiliate, who is paid. */
  readonly supplier: InvoiceParty;
  /** The operator of the platform, who pays. */
  readonly customer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  readonly tax: InvoiceTax;
}

const SHORT_ID = 8;

type Numbered = Pick<Invoice, 'affiliateId' | 'number'>;

const numberText = (series: string, { affiliateId, number }: Numbered): string => {
  const owner = affiliateId.slice(-SHORT_ID).toUpperCase();
  return `${series}-${owner}-${String(number).padStart(6, '0')}`;
};

/** `INV-9F3A21BC-000042`: the random end of the affiliate's id, and the number. */
export const invoiceNumberText = (invoice: Numbered): string => numberText('INV', invoice);

/** `CN-9F3A21BC-000001` */
export const creditNoteNumberText = (note: Numbered): string => numberText('CN', note);
