import fc from 'fast-check';
import { reportedMetadata, sharedMetadata } from './shared-metadata.ts';

describe('the metadata of an order', () => {
  it('is for affiliates what was reported, without buyer and browser', () => {
    const own = { coupon: 'MAY', basket: { items: [1, 2] }, customers_choice: true, note: null };
    const hidden = {
      customer_ip: '192.0.2.1',
      customer_country: 'DE',
      Customer_Email: 'a@example.com',
      customer: { name: 'Ann' },
      buyer_id: 7,
      'browser-language': 'de',
      cart_created_at: '2026-05-01T00:00:00Z',
      Email: 'a@example.com',
      ip: '192.0.2.1',
      user_agent: 'curl',
      phone: '1',
    };
    const text = JSON.stringify({ ...own, ...hidden });
    expect(sharedMetadata(text)).toEqual(own);
    expect(reportedMetadata(text)).toEqual({ ...own, ...hidden });
    expect(sharedMetadata(null)).toEqual({});
  });

  it('keeps every value of the fields that it shows', () => {
    const names = fc.stringMatching(/^(order|sku|campaign)_[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (given) => {
        const text = JSON.stringify(given);
        expect(sharedMetadata(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
