import { enrolmentUri, stepOf } from './totp.ts';

/** The secret of the test vectors of RFC 6238, whose codes end in ours. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('a one-time code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('is that of RFC 6238 at %d s', (seconds, code, step) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(step);
  });

  it('is right one step early or late, and keeps its own step, so that it is used once', () => {
    expect([29, 30, 59, 60, 89].map((second) => stepOf(SECRET, '287082', at(second)))).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(stepOf(SECRET, '287082', at(90))).toBeUndefined();
  });

  it('is wrong with other digits, too few, or letters', () => {
    for (const code of ['287083', '28708', '2870820', 'abcdef', '']) {
      expect(stepOf(SECRET, code, at(59))).toBeUndefined();
    }
  });
});

it('an authenticator app gets issuer, address and secret', () => {
  const uri = new URL(enrolmentUri(SECRET, 'ada+shop@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/Tributary:ada+shop@example.com');
  expect(uri.searchParams.get('secret')).toBe(SECRET);
});
