import fc from 'fast-check';
import { aStoredCampaign, NOW } from '../testing/a-campaign.ts';
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  decideLink,
  decideLinkActive,
  destinationOf,
  trackingCode,
  withParameters,
} from './link.ts';

const LANDING = 'https://shop.example.com/landing?season=summer';
const noUtm = { source: null, medium: null, campaign: null, term: null, content: null };
const wanted = {
  id: 'link',
  trackingCode: 'bcdfghjk',
  affiliateId: 'aff',
  destinationPath: null,
  utm: noUtm,
  subIds: {},
  trackingNumber: null,
  now: NOW,
};

describe('trackingCode', () => {
  it('has no symbols that look alike, and spells no words', () => {
    expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
    expect(CODE_ALPHABET).not.toMatch(/[01aeiouyl.\W]/i);
  });

  it('has its length and alphabet for any random numbers', () => {
    const source = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
    fc.assert(
      fc.property(source, (numbers) => {
        const code = trackingCode((below) => {
          const { value } = numbers.next();
          return Math.floor(Number(value) * below);
        });
        expect(code).toHaveLength(CODE_LENGTH);
        for (const symbol of code) expect(CODE_ALPHABET).toContain(symbol);
      }),
    );
  });

  it('uses every symbol', () => {
    const codes = Array.from(CODE_ALPHABET, (_symbol, index) => trackingCode(() => index));
    expect(codes.map((code) => code.charAt(0)).join('')).toBe(CODE_ALPHABET);
  });
});

describe('destinationOf', () => {
  it('stays on the campaign’s own site, whatever path is requested', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.webPath(),
          fc.string().map((text) => `/${text}`),
        ),
        (path) => {
          let destination: URL;
          try {
            destination = destinationOf(LANDING, path);
          } catch (error) {
            expect(error).toMatchObject({ kind: 'invalid' });
            return;
          }
          expect(destination.origin).toBe('https://shop.example.com');
          expect(destination.href).not.toMatch(/[\r\n]/);
        },
      ),
    );
  });

  it('accepts paths and full addresses of that site', () => {
    expect(destinationOf(LANDING, '/shoes#new').href).toBe('https://shop.example.com/shoes#new');
    expect(destinationOf(LANDING, 'https://shop.example.com/x').href).toBe(
      'https://shop.example.com/x',
    );
    expect(destinationOf(LANDING, null).href).toBe(LANDING);
  });
});

describe('withParameters', () => {
  it('adds to the parameters of the page', () => {
    const utm = { ...noUtm, source: 'blog', term: 'a b&c' };
    const url = withParameters(new URL(LANDING), utm, { sub1: 'x=y' });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      season: 'summer',
      utm_source: 'blog',
      utm_term: 'a b&c',
      sub1: 'x=y',
    });
  });
});

describe('decideLink', () => {
  it('publishes the link', () => {
    const { link, events } = decideLink(aStoredCampaign(), wanted);
    expect(link).toMatchObject({ brandId: 'brand', destinationUrl: LANDING, active: true });
    expect(events).toMatchObject([{ type: 'link.created.v1', data: { trackingCode: 'bcdfghjk' } }]);
  });

  it.each(['paused', 'completed'] as const)('makes none while the campaign is %s', (status) => {
    expect(() => decideLink(aStoredCampaign({ status }), wanted)).toThrow('no new links');
  });
});

describe('decideLinkActive', () => {
  it('publishes a change only', () => {
    const { link } = decideLink(aStoredCampaign(), wanted);
    expect(decideLinkActive(link, true)).toEqual({ link, events: [] });
    const off = decideLinkActive(link, false);
    expect(off.events).toMatchObject([{ type: 'link.deactivated.v1', data: { active: false } }]);
    expect(decideLinkActive(off.link, true).events).toMatchObject([{ data: { active: true } }]);
  });
});
