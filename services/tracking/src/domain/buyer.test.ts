import { mailboxOf } from '@tributary/contracts';
import { browserOf, decideEvidence, isDisposable, withoutBrowser } from './buyer.ts';

describe('the evidence of a buyer', () => {
  it('is read from known keys of the metadata; invalid values are ignored', () => {
    expect(
      browserOf({
        customer_ip: '198.51.100.7',
        customer_user_agent: 'Mozilla/5.0',
        customer_country: 'de',
        cart_created_at: '2026-05-01T14:00:00+02:00',
        note: 'theirs',
      }),
    ).toEqual({
      buyerIp: '198.51.100.7',
      buyerUserAgent: 'Mozilla/5.0',
      buyerCountry: 'DE',
      cartOpenedAt: '2026-05-01T12:00:00.000Z',
    });
    const nothing = { buyerIp: null, buyerUserAgent: null, buyerCountry: null, cartOpenedAt: null };
    const wrong = { customer_ip: 'home', customer_country: 'Germany', cart_created_at: 'today' };
    expect(browserOf({ ...wrong, customer_user_agent: 7 })).toEqual(nothing);
    expect(browserOf(undefined)).toEqual(nothing);
  });

  it('is removed from the metadata where it identifies a device', () => {
    const metadata = { customer_ip: '198.51.100.7', customer_user_agent: 'Mozilla/5.0', shop: 'b' };
    expect(withoutBrowser({ ...metadata, customer_country: 'DE' })).toEqual({
      shop: 'b',
      customer_country: 'DE',
    });
    expect(withoutBrowser({})).toEqual({});
  });

  it('is combined with the click’s, and null where there is none', () => {
    expect(decideEvidence(undefined, undefined)).toBeNull();
    expect(decideEvidence({ visitorId: 'v', country: 'FR' }, undefined)).toMatchObject({
      visitorId: 'v',
      clickCountry: 'FR',
      buyerIp: null,
      isDisposableEmail: null,
    });
  });
});

describe('a mailbox', () => {
  it('is the same for any tag and dots in its address', () => {
    expect(mailboxOf(' Ann.B+shop@Example.com')).toBe('annb@example.com');
    expect(mailboxOf('annb@example.com')).toBe('annb@example.com');
    expect(mailboxOf('no address')).toBe('no address');
  });

  it('is disposable by its domain, a subdomain, or an added domain', () => {
    expect(isDisposable('a@Mailinator.com')).toBe(true);
    expect(isDisposable('a@eu.mailinator.com')).toBe(true);
    expect(isDisposable('a@example.com')).toBe(false);
    expect(isDisposable('a@example.com', new Set(['example.com']))).toBe(true);
    expect(isDisposable('a@notmailinator.com')).toBe(false);
  });
});
