import fc from 'fast-check';
import { emptyProfile } from './billing-profile.ts';
import { creditNoteNumberText, invoiceNumberText } from './invoice.ts';
import { supplierOf, taxWithin } from './invoice-content.ts';

const ID = '01975b3c-7c00-7000-8000-00009f3a21bc';

describe('tax within an amount', () => {
  it.each([
    [11_000, '20', 9_167, 1_833],
    [10_000, '0', 10_000, 0],
    [1, '19', 1, 0],
    [5_000, '8.1', 4_625, 375],
  ])('of %d at %s %% is %d and %d', (gross, rate, netMinor, taxMinor) => {
    expect(taxWithin(gross, rate, '')).toEqual({ rate, netMinor, taxMinor, note: '' });
  });

  it('adds up to the amount to the cent, and neither part is negative', () => {
    const rates = fc.integer({ min: 0, max: 1_000 }).map((tenths) => String(tenths / 10));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), rates, (gross, rate) => {
        const { netMinor, taxMinor } = taxWithin(gross, rate, '');
        expect(netMinor + taxMinor).toBe(gross);
        expect(Math.min(netMinor, taxMinor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the supplier', () => {
  const party = { name: 'Ann Lee', company: 'Lee Media', country: 'DE', email: 'ann@example.com' };

  it('is named by its billing profile, else by its company, else by its name', () => {
    const nameOf = (...given: Parameters<typeof supplierOf>) => supplierOf(...given).name;
    expect(nameOf(ID, party, { ...emptyProfile, legalName: 'Lee Media GmbH' })).toBe(
      'Lee Media GmbH',
    );
    expect(nameOf(ID, party, emptyProfile)).toBe('Lee Media');
    expect(nameOf(ID, { ...party, company: null }, emptyProfile)).toBe('Ann Lee');
    expect(nameOf(ID, undefined, emptyProfile)).toBe(`Affiliate ${ID}`);
  });

  it('shows no line twice and none that is empty', () => {
    const profile = { ...emptyProfile, addressLines: ['Weg 1'], taxId: 'DE1' };
    expect(supplierOf(ID, party, profile)).toEqual({
      name: 'Lee Media',
      lines: ['Ann Lee', 'Weg 1', 'DE'],
      email: 'ann@example.com',
      taxId: 'DE1',
    });
    const plain = { ...party, company: null, country: null };
    expect(supplierOf(ID, plain, emptyProfile).lines).toEqual([]);
  });
});

it('an invoice and a credit note are numbered by their affiliate, each in its own order', () => {
  expect(invoiceNumberText({ affiliateId: ID, number: 42 })).toBe('INV-9F3A21BC-000042');
  expect(creditNoteNumberText({ affiliateId: ID, number: 1 })).toBe('CN-9F3A21BC-000001');
});
