import { relyingPartyOf } from './relying-party.ts';

describe('the relying party of passkeys', () => {
  it('is the public address unless settings name another one', () => {
    expect(relyingPartyOf({ publicUrl: 'https://go.example.com/app' })).toEqual({
      id: 'go.example.com',
      origins: ['https://go.example.com'],
    });
    const origins = ['https://console.example.com', 'https://example.com'];
    const settings = { publicUrl: 'https://go.example.com', id: 'example.com', origins };
    expect(relyingPartyOf(settings)).toEqual({ id: 'example.com', origins });
  });

  it.each([
    ['https://example.org', 'no page of'],
    ['https://notexample.com', 'no page of'],
    ['http://console.example.com', 'must begin with https'],
    ['https://console.example.com/page', 'is no origin'],
    ['console', 'is no origin'],
  ])('refuses %s, from which no browser would use a passkey of example.com', (origin, reason) => {
    const settings = { publicUrl: 'https://example.com', id: 'example.com', origins: [origin] };
    expect(() => relyingPartyOf(settings)).toThrow(reason);
  });

  it('accepts pages of this machine without TLS', () => {
    const origins = ['http://localhost:3000'];
    const settings = { publicUrl: 'http://localhost:8080', origins };
    expect(relyingPartyOf(settings)).toEqual({ id: 'localhost', origins });
  });
});
