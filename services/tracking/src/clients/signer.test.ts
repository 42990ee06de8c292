import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { openSigner } from './signer.ts';

describe('openSigner', () => {
  it('signs like the HMAC of the platform, by keys of any length', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 256 });
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150 }), ascii, ascii, (secret, ...texts) => {
        const sign = openSigner(secret);
        for (const text of texts) {
          const expected = createHmac('sha256', secret).update(text).digest('base64url');
          expect(sign(text)).toBe(expected);
        }
      }),
    );
  });

  it('refuses a text that is too long', () => {
    expect(() => openSigner('secret')('x'.repeat(257))).toThrow(RangeError);
  });
});
