import { type SecretList } from '@tributary/service';
import { openInvoiceLinks } from './invoice-links.ts';

const target = { kind: 'invoice', payoutId: 'payout-1' } as const;
const now = new Date('2026-05-01T12:00:00.000Z');

const linksOf = (...secrets: SecretList) =>
  openInvoiceLinks({
    publicUrl: 'https://tributary.example',
    INVOICE_LINK_SECRET: secrets,
    INVOICE_LINK_DAYS: 7,
  });

const tokenBy = (...secrets: SecretList): string =>
  new URL(linksOf(...secrets).urlOf(target, now)).searchParams.get('token') ?? '';

describe('a link to an invoice', () => {
  it('outlasts a change of the secret while the old one is listed, and new links have the new one', () => {
    expect(linksOf('new', 'old').isValid(target, tokenBy('old'), now)).toBe(true);
    expect(linksOf('new').isValid(target, tokenBy('new', 'old'), now)).toBe(true);
    expect(linksOf('new').isValid(target, tokenBy('old'), now)).toBe(false);
  });

  it('is for its document alone', () => {
    const other = { kind: 'credit-note', payoutId: 'payout-1' } as const;
    expect(linksOf('new').isValid(other, tokenBy('new'), now)).toBe(false);
  });
});
