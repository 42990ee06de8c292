import { multiply, parseRational, rational, roundHalfEven, toMinor } from '@tributary/money';
import { type BillingProfile } from './billing-profile.ts';
import {
  type InvoiceContent,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTax,
} from './invoice.ts';

/** What the system knows of an affiliate. */
export interface KnownParty {
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  readonly email: string;
}

/** What is the same on all invoices. */
export interface InvoiceTerms {
  readonly customer: InvoiceParty;
  /** Percent, as text. */
  readonly taxRate: string;
  readonly taxNote: string;
}

/**
 * Tax that is within an amount: `gross = net × (1 + rate)`, the net rounded half to even once, the tax being
 * what is left, so that the two are the amount to the cent.
 */
export function taxWithin(grossMinor: number, rate: string, note: string): InvoiceTax {
  const { numerator, denominator } = parseRational(rate);
  // gross × 100 / (100 + rate)
  const share = rational(100n * denominator, 100n * denominator + numerator);
  const net = multiply(rational(grossMinor), share);
  const netMinor = toMinor(roundHalfEven(net.numerator, net.denominator));
  return { rate, netMinor, taxMinor: grossMinor - netMinor, note };
}

/** The affiliate as its invoice names it: by its own words, else by what its account says. */
export function supplierOf(
  affiliateId: string,
  party: KnownParty | undefined,
  { legalName, addressLines, taxId }: BillingProfile,
): InvoiceParty {
  const { name: person, company, country, email } = party ?? unknownParty(affiliateId);
  const name = legalName ?? company ?? person;
  const lines = [person === name ? '' : person, ...addressLines, country ?? ''];
  return { name, lines: lines.filter((line) => line !== ''), email, taxId };
}

const unknownParty = (affiliateId: string) => ({
  name: `Affiliate ${affiliateId}`,
  company: null,
  country: null,
  email: null,
});

/** The content of an invoice: what was earned, by whom, and who pays. */
export function invoiceContent(
  supplier: InvoiceParty,
  lines: readonly InvoiceLine[],
  { customer, taxRate, taxNote }: InvoiceTerms,
): InvoiceContent {
  const grossMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { supplier, customer, lines, tax: taxWithin(grossMinor, taxRate, taxNote) };
}
