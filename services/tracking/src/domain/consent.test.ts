import { ALL_PURPOSES, NO_STORAGE, VERSION_1 } from '../testing/tcf-strings.ts';
import { decideConsent, mayStateConsent, NOTHING_STATED, readConsent } from './consent.ts';

const read = (query: string, vendorId?: number) => {
  const params = new URLSearchParams(query);
  return readConsent((param) => params.getAll(param), vendorId);
};

describe('readConsent', () => {
  it.each([
    ['consent=granted', 'granted'],
    ['consent=denied', 'denied'],
    ['consent=DENIED', 'denied'],
    ['gcs=G111', 'granted'],
    ['gcs=G110', 'granted'],
    ['gcs=G101', 'denied'],
    ['gcs=G100', 'denied'],
    ['gcs=G1--', undefined],
    ['gcd=11t1t1t1t5', 'granted'],
    ['gcd=11p1t1t1t5', 'denied'],
    ['gcd=13r3r3r3r5l1', 'granted'],
    ['gcd=13q3q3q3q5l1', 'denied'],
    ['gcd=13n3n3n3n5l1', 'granted'],
    ['gcd=13m3m3m3m5l1', 'denied'],
    ['gcd=13v3p3p3p5', 'granted'],
    ['gcd=13u3v3v3v5', 'denied'],
    ['gcd=13l3l3l3l1l1', undefined],
    [`gdpr=1&gdpr_consent=${ALL_PURPOSES}`, 'granted'],
    [`gdpr_consent=${ALL_PURPOSES}`, 'granted'],
    [`gdpr=1&gdpr_consent=${NO_STORAGE}`, 'denied'],
    [`gdpr=0&gdpr_consent=${NO_STORAGE}`, undefined],
    ['gdpr=0', undefined],
    ['', undefined],
  ] as const)('%s is %s', (query, decision) => {
    expect(read(query)).toMatchObject({ decision, malformed: [] });
  });

  it('takes the most restrictive of contradicting signals', () => {
    expect(read('consent=granted&gcs=G100')).toMatchObject({
      decision: 'denied',
      by: ['consent', 'gcs'],
    });
    expect(read('consent=denied&gcs=G111&gcd=11t1t1t1t5').decision).toBe('denied');
    expect(read(`consent=granted&gdpr=1&gdpr_consent=${NO_STORAGE}`).decision).toBe('denied');
    expect(read('consent=granted&consent=denied').decision).toBe('denied');
    expect(read(`gdpr=0&gdpr=1&gdpr_consent=${NO_STORAGE}`).decision).toBe('denied');
  });

  it('counts what cannot be read as absent, and notes it', () => {
    expect(read('consent=yes')).toEqual({ decision: undefined, by: [], malformed: ['consent'] });
    expect(read('consent=&gcs=111&gcd=zz&gdpr=1&gdpr_consent=x')).toEqual({
      decision: undefined,
      by: [],
      malformed: ['consent', 'gcs', 'gcd', 'gdpr_consent'],
    });
    expect(read('gcs=G200&consent=granted')).toEqual({
      decision: 'granted',
      by: ['consent'],
      malformed: ['gcs'],
    });
    for (const query of [
      'gdpr=1',
      'gdpr=1&gdpr_consent=',
      'gdpr={GDPR}&gdpr_consent={GDPR_CONSENT_1}',
      `gdpr=1&gdpr_consent=${VERSION_1}`,
    ]) {
      expect(read(query)).toEqual({ decision: undefined, by: [], malformed: ['gdpr_consent'] });
    }
  });

  it('names the TCF string as proof of a consent, never of a refusal', () => {
    expect(read(`gdpr=1&gdpr_consent=${ALL_PURPOSES}`).tcString).toBe(ALL_PURPOSES);
    expect(read(`gdpr=1&gdpr_consent=${ALL_PURPOSES}&consent=denied`).tcString).toBeUndefined();
    expect(read(`gdpr=1&gdpr_consent=${NO_STORAGE}`).tcString).toBeUndefined();
    expect(read(`gdpr=0&consent=granted&gdpr_consent=${NO_STORAGE}`).tcString).toBeUndefined();
  });

  it('requires the consent for the platform’s vendor id, where it has one', () => {
    expect(read(`gdpr_consent=${ALL_PURPOSES}`, 2).decision).toBe('granted');
    expect(read(`gdpr_consent=${ALL_PURPOSES}`, 3).decision).toBe('denied');
  });
});

describe('decideConsent', () => {
  const denied = { consentDefault: 'denied' } as const;

  it('is the campaign’s default where nothing is stated, and leaves no record where none is required', () => {
    expect(decideConsent(NOTHING_STATED, {})).toBeUndefined();
    expect(decideConsent(NOTHING_STATED, { consentDefault: 'granted' })).toBeUndefined();
    expect(decideConsent(NOTHING_STATED, denied)).toEqual({
      decision: 'denied',
      by: [],
      malformed: [],
    });
  });

  it('is what a signal states, whatever the default', () => {
    expect(decideConsent(read('consent=granted'), denied)?.decision).toBe('granted');
    expect(decideConsent(read('consent=denied'), {})?.decision).toBe('denied');
  });

  it('keeps the note of what could not be read', () => {
    expect(decideConsent(read('consent=maybe'), {})).toEqual({
      decision: 'granted',
      by: [],
      malformed: ['consent'],
    });
    expect(decideConsent(read('gcs=1'), denied)?.decision).toBe('denied');
  });
});

describe('mayStateConsent', () => {
  it.each(['/r/x?consent=', '/r/x?a=1&gcs=G1', '/r/x?gcd=1', '/r/x?gdpr=1', '/r/x?gdpr_consent=C'])(
    'is true for %s',
    (url) => {
      expect(mayStateConsent(url)).toBe(true);
    },
  );
  it.each([
    '/r/x',
    '/r/consent',
    '/r/x?utm_source=consent',
    '/r/x?my_consent=1',
    '/r/x?consents=1',
  ])('is false for %s', (url) => {
    expect(mayStateConsent(url)).toBe(false);
  });
});
