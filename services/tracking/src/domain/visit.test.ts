import { aCampaign, aLink } from '@tributary/testing';
import { readAgent } from './agent.ts';
import { decideInvalidity, requireRedirect } from './click.ts';
import { locationFor, readDestination, subIdsOf, utmOf } from './destination.ts';
import { isNoVisit, languagesOf, visitorCookie, visitorOf } from './visit.ts';

const asked = (query: string) => new URLSearchParams(query);

describe('where a visitor goes', () => {
  it.each([
    ['https://s.example/', '', 'https://s.example/?click_id=ID'],
    ['https://s.example/p?a=1#f', '', 'https://s.example/p?a=1&click_id=ID#f'],
    ['https://s.example/p?a=1', 'b=2&c=x%20y', 'https://s.example/p?a=1&b=2&c=x+y&click_id=ID'],
    ['https://s.example/p?a=1', 'a=2', 'https://s.example/p?a=2&click_id=ID'],
    ['https://s.example/?click_id=old', 'click_id=evil', 'https://s.example/?click_id=ID'],
    ['https://s.example/?q=a%2Bb', '', 'https://s.example/?q=a%2Bb&click_id=ID'],
  ])('%s called with %s leads to %s', (destination, query, location) => {
    expect(locationFor(readDestination(destination), asked(query), 'ID')).toBe(location);
  });

  it('carries no click_id where there is no click', () => {
    const destination = readDestination('https://s.example/?a=1');
    expect(locationFor(destination, asked(''), undefined)).toBe('https://s.example/?a=1');
  });

  it('keeps what the link was called with as UTM parameters and sub ids', () => {
    const destination = readDestination('https://s.example/?utm_source=own&utm_term=t');
    expect(utmOf(destination, asked('utm_source=mail&utm_medium='))).toEqual({
      source: 'mail',
      medium: null,
      campaign: null,
      term: 't',
      content: null,
    });
    expect(subIdsOf({ own: '1' }, asked('sub1=a&sub_id_2=b&subject=c&__proto__=d'))).toEqual({
      own: '1',
      sub1: 'a',
      sub_id_2: 'b',
    });
  });
});

describe('who the visitor is', () => {
  it('believes only a cookie that could be ours', () => {
    const cookie = visitorCookie('0199aaaa-0000-7000-8000-000000000001', true);
    expect(cookie).toMatch(/; Secure$/);
    expect(visitorOf(`a=b; ${cookie.split(';')[0]!}; c=d`)).toHaveLength(36);
    for (const forged of ['x', 'a b', '$ne', 'a'.repeat(65)]) {
      expect(visitorOf(`tributary_vid=${forged}`)).toBeUndefined();
    }
    expect(visitorOf('not_tributary_vid=0199aaaa-0000-7000')).toBeUndefined();
  });

  it.each([
    ['HEAD', {}, true],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, true],
    ['GET', { purpose: 'prefetch' }, true],
    ['GET', { 'sec-fetch-mode': 'navigate' }, false],
  ])('%s with %j is a look ahead: %s', (method, headers, expected) => {
    expect(isNoVisit(method, headers)).toBe(expected);
  });

  it.each([
    ['', true, 'unknown'],
    ['Googlebot/2.1 (+http://www.google.com/bot.html)', true, undefined],
    ['curl/8.5.0', true, undefined],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      false,
      'mobile',
    ],
  ])('reads the agent %s', (userAgent, isBot, device) => {
    const agent = readAgent(userAgent);
    expect(agent.isBot).toBe(isBot);
    if (device !== undefined) expect(agent.device).toBe(device);
  });
});

describe('what a click is worth', () => {
  const visitor = {
    device: 'mobile',
    isBot: false,
    languages: ['de'],
    country: null,
    searches: ['acme shoes'],
  } as const;
  const targeting = { countries: [], languages: [], devices: [] };
  const known = (campaign = {}, link = {}) => ({
    campaign: aCampaign(campaign),
    link: aLink(link),
  });

  it.each([
    [{}, {}, undefined],
    [{}, { isBot: true }, 'bot'],
    [{ status: 'paused' }, {}, undefined],
    [{ status: 'completed' }, {}, 'inactive_campaign'],
    [{ targeting: { ...targeting, devices: ['desktop'] } }, {}, 'filtered'],
    [{ targeting: { ...targeting, devices: ['desktop'] } }, { device: 'unknown' }, undefined],
    [{ targeting: { ...targeting, languages: ['DE-at', 'fr'] } }, {}, undefined],
    [{ targeting: { ...targeting, languages: ['fr'] } }, {}, 'filtered'],
    [{ targeting: { ...targeting, countries: ['FR'] } }, {}, undefined],
    [{ targeting: { ...targeting, countries: ['FR'] } }, { country: 'DE' }, 'filtered'],
    [{ targeting: { ...targeting, excludedKeywords: ['Acme'] } }, {}, 'filtered'],
    [{ targeting: { ...targeting, excludedKeywords: ['Acme'] } }, { searches: [] }, undefined],
  ] as const)('campaign %j, visitor %j: %s', (campaign, given, expected) => {
    expect(decideInvalidity(known(campaign as never), { ...visitor, ...given })).toBe(expected);
  });

  it('leads nowhere for drafts, archived campaigns and links that are off', () => {
    for (const status of ['draft', 'archived']) {
      expect(() => requireRedirect(known({ status }))).toThrow('no such link');
    }
    expect(() => requireRedirect(known({}, { active: false }))).toThrow('no such link');
    for (const status of ['active', 'paused', 'completed']) requireRedirect(known({ status }));
  });

  it('reads languages', () => {
    expect(languagesOf('de-CH, fr;q=0.9, *;q=0.1')).toEqual(['de', 'fr']);
    expect(languagesOf(undefined)).toEqual([]);
  });
});
