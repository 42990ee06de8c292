import { multiply, parseRational, rational, roundHalfEven, toMinor } from '@tributary/money';
import { type BillingProfile } from './billing-profile.ts';
import {
  type InvoiceContent,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTax,
} from './invoice.ts';

/** An affiliate's own data from its user account. */
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
 * The tax within an amount: `gross = net × (1 + rate)`. The net is rounded half to even and the tax is the rest, so
 * they sum to the amount to the cent.
 */
export function taxWithin(grossMinor: number, rate: string, note: string): InvoiceTax {
  const { numerator, denominator } = parseRational(rate);
  // gross × 100 / (100 + rate)
  const share = rational(100n * denominator, 100n * denominator + numerator);
  const net = multiply(rational(grossMinor), share);
  const netMinor = toMinor(roundHalfEven(net.numerator, net.denominator));
  return { rate, netMinor, taxMinor: grossMinor - netMinor, note };
}

/** The affiliate on its invoice: by its billing profile, else by its user account. */
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

/** The content of an invoice: the parties, a line per commission, and the tax. */
export function invoiceContent(
  supplier: InvoiceParty,
  lines: readonly InvoiceLine[],
  { customer, taxRate, taxNote }: InvoiceTerms,
): InvoiceContent {
  const grossMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { supplier, customer, lines, tax: taxWithin(grossMinor, taxRate, taxNote) };
}
