import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { type ServiceId } from '@tributary/catalog';
import {
  developmentKeyPair,
  newKeyPair,
  parsePrivateKey,
  parsePublicKeys,
  publicKeysText,
  publicKeyText,
  type ServiceKeyPair,
} from './service-keys.ts';
import { openServiceTokens } from './service-tokens.ts';

const START = Date.parse('2026-05-01T12:00:00Z');
let nowMs = START;
const now = (): number => nowMs;
beforeEach(() => {
  nowMs = START;
});

const pairs = new Map<ServiceId, ServiceKeyPair>();
const pairOf = (service: ServiceId): ServiceKeyPair => {
  const pair = pairs.get(service) ?? newKeyPair();
  pairs.set(service, pair);
  return pair;
};
const allKeys = publicKeysText(pairOf);

function open(service: ServiceId, given: { pair?: ServiceKeyPair; keys?: string } = {}) {
  const privateKey = parsePrivateKey((given.pair ?? pairOf(service)).privateKey);
  const publicKeys = parsePublicKeys(given.keys ?? allKeys);
  if (privateKey === undefined || publicKeys === undefined) throw new Error('Not a key');
  return openServiceTokens({ service, privateKey, publicKeys, required: true }, now);
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of tracking for commission, signed by tracking's own key, with other claims or another head. */
function signed(changes: object = {}, head: object = { alg: 'EdDSA' }): string {
  const iat = START / 1000;
  const claims = { iss: 'tracking', aud: 'commission', iat, exp: iat + 60, ...changes };
  const data = `${encode(head)}.${encode(claims)}`;
  const key = parsePrivateKey(pairOf('tracking').privateKey);
  if (key === undefined) throw new Error('Not a key');
  return `${data}.${sign(null, Buffer.from(data), key).toString('base64url')}`;
}

describe('a service token', () => {
  it('names its issuer to the service that it is for', () => {
    const token = open('tracking').tokenFor('commission');
    expect(open('commission').callerOf(token)).toBe('tracking');
  });

  it('is reused for half a minute and then renewed, so that it never expires under way', () => {
    const tracking = open('tracking');
    const commission = open('commission');
    const first = tracking.tokenFor('commission');
    nowMs += 29_999;
    expect(tracking.tokenFor('commission')).toBe(first);
    nowMs += 1;
    const second = tracking.tokenFor('commission');
    expect(second).not.toBe(first);
    nowMs += 20_000;
    expect(commission.callerOf(first)).toBe('tracking');
    expect(commission.callerOf(second)).toBe('tracking');
  });

  it('is refused once it has expired, although it was verified before', () => {
    const commission = open('commission');
    const token = open('tracking').tokenFor('commission');
    expect(commission.callerOf(token)).toBe('tracking');
    nowMs += 120_000;
    expect(() => commission.callerOf(token)).toThrow('it has expired');
  });

  const refusals: [string, unknown, string][] = [
    ['missing', undefined, 'Only services of this system'],
    ['empty', '', 'Only services of this system'],
    ['no text', Buffer.from('x'), 'Only services of this system'],
    ['nonsense', 'nonsense', 'malformed'],
    ['too long', 'x'.repeat(513), 'too long'],
    ['for another service', signed({ aud: 'payout' }), 'for another service'],
    ['for several services', signed({ aud: ['commission'] }), 'for another service'],
    ['of no service', signed({ iss: 'intruder' }), 'no key'],
    ['of a property of objects', signed({ iss: '__proto__' }), 'no key'],
    ['of another service', signed({ iss: 'payout' }), 'signature is wrong'],
    ['not valid yet', signed({ iat: START / 1000 + 61 }), 'not valid yet'],
    ['valid for hours', signed({ exp: START / 1000 + 3_600 }), 'lifetime is too long'],
    ['without an end', signed({ exp: undefined }), 'no times'],
    ['with a time that is text', signed({ exp: '9999999999' }), 'no times'],
    ['unsigned', `${signed({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`, 'malformed'],
    ['with another algorithm', signed({}, { alg: 'HS256' }), 'malformed'],
    ['with its own key', signed({}, { alg: 'EdDSA', jwk: {} }), 'malformed'],
    ['without a signature', signed().replace(/\.[^.]*$/, '.'), 'signature is wrong'],
    ['with a fourth part', `${signed()}.x`, 'malformed'],
    ['of null', `${encode({ alg: 'EdDSA' })}.${encode(null)}.x`, 'for another service'],
    ['of no JSON', `${encode({ alg: 'EdDSA' })}.x.x`, 'for another service'],
  ];
  it.each([-40, 40])('is accepted where the clock that dates it differs by %s s', (seconds) => {
    const token = signed({ iat: START / 1000 + seconds, exp: START / 1000 + seconds + 30 });
    expect(open('commission').callerOf(token)).toBe('tracking');
  });

  it.each(refusals)('is refused where it is %s', (_name, token, reason) => {
    expect(() => open('commission').callerOf(token)).toThrow(reason);
  });

  it('is refused where its claims were changed after it was signed', () => {
    const [head = '', , signature = ''] = signed().split('.');
    const claims = { iss: 'payout', aud: 'commission', iat: START / 1000, exp: START / 1000 + 60 };
    const forged = `${head}.${encode(claims)}.${signature}`;
    expect(() => open('commission').callerOf(forged)).toThrow('signature is wrong');
  });

  it('is refused where another private key signed it', () => {
    const token = open('tracking', { pair: newKeyPair() }).tokenFor('commission');
    expect(() => open('commission').callerOf(token)).toThrow('signature is wrong');
  });

  it('is accepted by either of two keys, while a service changes its key', () => {
    const next = newKeyPair();
    const keys = `${allKeys},tracking:${next.publicKey}`;
    const commission = open('commission', { keys });
    expect(commission.callerOf(open('tracking').tokenFor('commission'))).toBe('tracking');
    const renewed = open('tracking', { pair: next }).tokenFor('commission');
    expect(commission.callerOf(renewed)).toBe('tracking');
    const after = allKeys.replace(pairOf('tracking').publicKey, next.publicKey);
    const old = open('tracking').tokenFor('commission');
    expect(() => open('commission', { keys: after }).callerOf(old)).toThrow('signature is wrong');
  });

  it('may be missing where none is required, but may not be wrong', () => {
    const privateKey = parsePrivateKey(pairOf('commission').privateKey);
    const publicKeys = parsePublicKeys(allKeys);
    if (privateKey === undefined || publicKeys === undefined) throw new Error('Not a key');
    const identity = { service: 'commission', privateKey, publicKeys, required: false } as const;
    const tokens = openServiceTokens(identity, now);
    expect(tokens.callerOf(undefined)).toBeUndefined();
    expect(() => tokens.callerOf(signed({ aud: 'payout' }))).toThrow('for another service');
  });
});

describe('service keys', () => {
  it('are the raw bytes of standard Ed25519 keys', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const jwk = privateKey.export({ format: 'jwk' });
    const parsed = parsePrivateKey(jwk.d ?? '');
    expect(parsed && createPublicKey(parsed).equals(publicKey)).toBe(true);
    expect(publicKeyText(publicKey)).toBe(jwk.x);
  });

  it('of development are the same on every machine', () => {
    expect(developmentKeyPair('payout')).toEqual(developmentKeyPair('payout'));
    expect(developmentKeyPair('payout')).not.toEqual(developmentKeyPair('commission'));
  });

  it.each([
    '',
    'tracking',
    'tracking:short',
    `intruder:${newKeyPair().publicKey}`,
    `tracking:${newKeyPair().publicKey}:x`,
    Array.from({ length: 3 }, () => `tracking:${newKeyPair().publicKey}`).join(','),
  ])('are refused as a list like %p', (text) => {
    expect(parsePublicKeys(text)).toBeUndefined();
  });
});
