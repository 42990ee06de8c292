import { InvalidRequestError } from './errors.ts';
import { createTributary } from './index.ts';
import { signatureOf, signedAmount, signedTextOf } from './signing.ts';

describe('the signature of a tracking call', () => {
  it('agrees with the published example', async () => {
    const call = { tracking_code: 'spring24', order_id: 'A-1001', order_value: '120.50' };
    const text = signedTextOf('conversions.trackPostback', call) ?? '';
    expect(await signatureOf('dev-secret-source-a', text)).toBe(
      '332c9d463061f2e532e39d96a13cac05bcf83ca1f9474ffd30d8e27efcc40212',
    );
  });

  it.each([
    ['conversions.track', { click_id: 'c', transaction_id: 't', order_value: '5' }, 'c.t.5.00'],
    ['conversions.track', { brand_id: 'b', transaction_id: 't', order_value: '5.1' }, 'b.t.5.10'],
    [
      'conversions.trackPostbackByUrl',
      { tracking_code: 'k', order_id: 'o', order_value: '7.25' },
      'k.o.7.25',
    ],
    [
      'conversions.trackCall',
      { tracking_number: '+1', transaction_id: 't', duration_seconds: 185 },
      '+1.t.185',
    ],
    ['conversions.trackMessage', { tracking_code: 'k', transaction_id: 't' }, 'k.t'],
    ['conversions.adjust', { original_order_id: 'o', adjustment_type: 'refund' }, 'o.refund.'],
    [
      'conversions.adjust',
      {
        original_order_id: 'o',
        adjustment_type: 'partial_refund',
        adjustment_amount: '5',
        refund_id: '25',
      },
      'o.partial_refund.5.00.25',
    ],
    [
      'conversions.adjust',
      { original_order_id: 'o', adjustment_type: 'refund', refund_id: 'R' },
      'o.refund..R',
    ],
  ])('of %s covers %j as %s', (operation, input, text) => {
    expect(signedTextOf(operation, input)).toBe(text);
  });

  it.each([
    ['120', '120.00'],
    ['120.5', '120.50'],
    ['1.230', '1.23'],
    ['1.005', '1.005'],
  ])('covers %s as %s, which is never ambiguous', (value, signed) => {
    expect(signedAmount(value, 'order_value')).toBe(signed);
  });

  it.each([120.5, '1e2', '1,50', '-1', '01', '', undefined])('refuses the amount %j', (value) => {
    expect(() => signedAmount(value, 'order_value')).toThrow(InvalidRequestError);
  });

  it('is sent with the amount in the characters that the caller wrote', async () => {
    let sent = '';
    const tributary = createTributary({
      baseUrl: 'https://api.example.com',
      signingSecret: 'of the client',
      fetch: (_url, { body }) => {
        sent = body as string;
        return Promise.resolve(Response.json({ success: true }));
      },
    });
    const order = { click_id: 'c', transaction_id: 't', order_value: '120.5' };
    await tributary.conversions.track(order, { signingSecret: 'of this call' });
    const signature = await signatureOf('of this call', 'c.t.120.50');
    expect(JSON.parse(sent)).toEqual({ signature, ...order });
  });
});
