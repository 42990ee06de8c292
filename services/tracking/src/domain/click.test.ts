import { aCampaign, aLink } from '@tributary/testing';
import { decideInvalidity, requireRedirect } from './click.ts';

describe('decideInvalidity', () => {
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
    [{ holdoutPercent: 10 }, { draw: 0.099 }, 'held_out'],
    [{ holdoutPercent: 10 }, { draw: 0.1 }, undefined],
    [{ holdoutPercent: 10 }, {}, undefined],
    [{}, { draw: 0 }, undefined],
    [{ holdoutPercent: 10, type: 'click' }, { draw: 0 }, undefined],
    [{ holdoutPercent: 10, status: 'completed' }, { draw: 0 }, 'inactive_campaign'],
  ] as const)('campaign %j, visitor %j: %s', (campaign, given, expected) => {
    expect(decideInvalidity(known(campaign as never), { ...visitor, ...given })).toBe(expected);
  });

  it('refuses to redirect for drafts, archived campaigns and inactive links', () => {
    for (const status of ['draft', 'archived']) {
      expect(() => requireRedirect(known({ status }))).toThrow('no such link');
    }
    expect(() => requireRedirect(known({}, { active: false }))).toThrow('no such link');
    for (const status of ['active', 'paused', 'completed']) requireRedirect(known({ status }));
  });
});
