/** One of the two sides of an invoice. */
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

/** Tax that is shown on an invoice; what is paid is `net + tax`, and the commissions are that sum. */
export interface InvoiceTax {
  /** Percent, as text. */
  readonly rate: string;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly note: string;
}

/** What is known of an invoice the moment its payout is paid; content follows and then never changes. */
export interface Invoice {
  readonly payoutId: string;
  readonly affiliateId: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly issuedAt: Date;
  readonly isComplete: boolean;
  readonly content: InvoiceContent | null;
}

/**
 * Takes an invoice back, whole, because the provider took its payment back; it says what the invoice says. The
 * invoice itself stays as it was issued.
 */
export interface CreditNote {
  readonly payoutId: string;
  readonly affiliateId: string;
  /** From 1, without gaps, in a series of its own. */
  readonly number: number;
  readonly issuedAt: Date;
}

export interface InvoiceContent {
  /** Who earned, and gets the money. */
  readonly supplier: InvoiceParty;
  /** Who pays: the operator of the platform. */
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

/** `INV-9F3A21BC-000042`: the end of the affiliate's id, which is random, and the number. */
export const invoiceNumberText = (invoice: Numbered): string => numberText('INV', invoice);

/** `CN-9F3A21BC-000001` */
export const creditNoteNumberText = (note: Numbered): string => numberText('CN', note);
