import { HOUR_MS } from '@tributary/units';
import {
  decideRotation,
  endpointLimit,
  headersIssue,
  maskedSecret,
  oldSecretsAt,
  requirePro,
} from './endpoint.ts';

describe('headersIssue', () => {
  it.each([[{}], [{ Authorization: 'Bearer abc', 'X-Env': 'production' }], [{ 'x-empty': '' }]])(
    'accepts %j',
    (headers) => {
      expect(headersIssue(headers)).toBeUndefined();
    },
  );

  it.each([
    ['a line break', { 'X-A': 'a\r\nX-B: b' }],
    ['a lone line feed', { 'X-A': 'a\nb' }],
    ['a NUL', { 'X-A': 'a\u0000' }],
    ['letters beyond ASCII', { 'X-A': 'ä' }],
    ['a space in the name', { 'X A': 'a' }],
    ['a line break in the name', { 'X-A\r\nX-B': 'a' }],
    ['a colon in the name', { 'X:A': 'a' }],
    ['an empty name', { '': 'a' }],
    ['Host', { Host: 'internal' }],
    ['Content-Length', { 'Content-Length': '0' }],
    ['Content-Type', { 'content-type': 'text/plain' }],
    ['Content-Encoding', { 'Content-Encoding': 'gzip' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Connection', { connection: 'close' }],
    ['Upgrade', { Upgrade: 'h2c' }],
    ['Proxy-Authorization', { 'Proxy-Authorization': 'x' }],
    ['TE', { te: 'trailers' }],
    ['Expect', { expect: '100-continue' }],
    ['our signature', { 'X-Webhook-Signature': 'sha256=0' }],
    ['our id', { 'x-webhook-id': '1' }],
    ['the standard signature', { 'Webhook-Signature': 'v1,0' }],
    ['a name twice', { 'X-A': '1', 'x-a': '2' }],
    ['too long a value', { 'X-A': 'a'.repeat(1001) }],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${String(n)}`, '']))],
  ])('refuses %s', (_name, headers) => {
    expect(headersIssue(headers)).toEqual(expect.any(String));
  });
});

describe('the plan of an account', () => {
  it('must be Pro or higher, except for administrators', () => {
    expect(() => {
      requirePro({ role: 'brand', plan: 'free' });
    }).toThrow('Pro tier');
    requirePro({ role: 'brand', plan: 'pro' });
    requirePro({ role: 'affiliate', plan: 'enterprise' });
    requirePro({ role: 'admin', plan: 'free' });
  });

  it('limits the number of endpoints', () => {
    expect(endpointLimit({ role: 'brand', plan: 'pro' })).toBe(10);
    expect(endpointLimit({ role: 'brand', plan: 'enterprise' })).toBe(50);
  });
});

it('masks a secret except for its end', () => {
  expect(maskedSecret('wxyz')).toBe('whsec_************wxyz');
});

describe('decideRotation', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1) + hour * HOUR_MS);
  /** An endpoint whose secret is rotated at each of these hours; the first is `secret 0`. */
  const rotatedAt = (hours: readonly number[]) => {
    let endpoint: Parameters<typeof decideRotation>[0] = {
      secret: 'secret 0',
      previousSecret: null,
    };
    for (const [index, hour] of hours.entries()) {
      const secret = `secret ${String(index + 1)}`;
      endpoint = { secret, ...decideRotation(endpoint, at(hour)) };
    }
    return endpoint;
  };

  it('leaves every secret valid for 24 hours after its rotation', () => {
    const endpoint = rotatedAt([0, 5, 10]);
    expect(oldSecretsAt(endpoint, at(10))).toEqual(['secret 2', 'secret 1', 'secret 0']);
    expect(oldSecretsAt(endpoint, at(24))).toEqual(['secret 2', 'secret 1']);
    expect(oldSecretsAt(endpoint, at(33))).toEqual(['secret 2']);
    expect(oldSecretsAt(endpoint, at(34))).toEqual([]);
  });

  it('drops expired secrets, and all but the newest ten', () => {
    expect(oldSecretsAt(rotatedAt([0, 30]), at(0))).toEqual(['secret 1']);
    const many = rotatedAt(Array.from({ length: 15 }, () => 1));
    expect(oldSecretsAt(many, at(1))).toHaveLength(10);
    expect(oldSecretsAt(many, at(1))[0]).toBe('secret 14');
  });
});
