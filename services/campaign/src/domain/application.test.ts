import fc from 'fast-check';
import {
  aStoredCampaign,
  campaignFields,
  noCriteria,
  noFacts,
  NOW,
} from '../testing/a-campaign.ts';
import {
  type Application,
  decideApplication,
  decideLeave,
  decideReview,
  isOpen,
} from './application.ts';
import { type ApprovalMode, type Criteria } from './campaign.ts';
import { type AffiliateFacts, failedCriteria } from './criteria.ts';

const request = {
  id: 'app',
  affiliateId: 'aff',
  message: null,
  isInvited: false,
  wasRemoved: false,
  now: NOW,
};
const campaignOf = (mode: ApprovalMode, criteria: Partial<Criteria> = {}) =>
  aStoredCampaign({
    ...campaignFields({ approval: { mode, criteria: { ...noCriteria, ...criteria } } }),
  });
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('decideApplication', () => {
  it('stays pending where the brand reviews manually, whatever the criteria', () => {
    const campaign = campaignOf('manual', { verifiedRequired: true });
    const { application, events } = decideApplication(campaign, request, noFacts);
    expect(application).toMatchObject({ status: 'pending', reviewedAt: null });
    expect(typesOf(events)).toEqual(['application.submitted.v1']);
  });

  it('approves at once where the criteria are met', () => {
    const { application, events } = decideApplication(campaignOf('auto'), request, noFacts);
    expect(application).toMatchObject({ status: 'approved', reviewedAt: NOW, failedCriteria: [] });
    expect(typesOf(events)).toEqual(['application.submitted.v1', 'application.approved.v1']);
  });

  it('rejects at once where criteria are not met, naming them', () => {
    const campaign = campaignOf('auto', { verifiedRequired: true, minActiveCampaigns: 1 });
    const { application, events } = decideApplication(campaign, request, noFacts);
    expect(application).toMatchObject({
      status: 'rejected',
      failedCriteria: ['min_active_campaigns', 'verified_required'],
      notes: 'Criteria not met: min_active_campaigns, verified_required',
    });
    expect(typesOf(events)).toEqual(['application.submitted.v1', 'application.rejected.v1']);
  });

  it.each(['auto', 'manual', 'invite_only'] as const)(
    'approves the invited at once in mode %s, because the brand has consented',
    (mode) => {
      const campaign = campaignOf(mode, { verifiedRequired: true });
      const invited = { ...request, isInvited: true };
      expect(decideApplication(campaign, invited, noFacts).application.status).toBe('approved');
    },
  );

  it.each([
    ['auto', false],
    ['auto', true],
    ['invite_only', true],
  ] as const)(
    'stays pending for the brand that removed the affiliate, in mode %s, invited %s, with a note',
    (mode, isInvited) => {
      const campaign = campaignOf(mode, { verifiedRequired: true });
      const returning = { ...request, isInvited, wasRemoved: true };
      const { application, events } = decideApplication(campaign, returning, noFacts);
      expect(application).toMatchObject({
        status: 'pending',
        notes: 'Waits for the brand, which ended an earlier membership',
        failedCriteria: [],
        reviewedAt: null,
      });
      expect(typesOf(events)).toEqual(['application.submitted.v1']);
    },
  );

  it('refuses affiliates without an invitation where the campaign requires one', () => {
    const apply = () => decideApplication(campaignOf('invite_only'), request, noFacts);
    expect(apply).toThrow(expect.objectContaining({ code: 'invitation_required' }) as Error);
  });

  it.each(['paused', 'completed'] as const)('refuses applications while %s', (status) => {
    const apply = () => decideApplication({ ...campaignOf('auto'), status }, request, noFacts);
    expect(apply).toThrow(expect.objectContaining({ code: 'campaign_not_active' }) as Error);
  });
});

describe('decideReview', () => {
  const pending = decideApplication(campaignOf('manual'), request, noFacts).application;
  const review = (application: Application, decision: 'approved' | 'rejected') =>
    decideReview(application, { decision, notes: 'Why', now: NOW }, { status: 'paused' });

  it('decides once; the same decision again publishes nothing and the opposite is refused', () => {
    const { application, events } = review(pending, 'approved');
    expect(application).toMatchObject({ status: 'approved', notes: 'Why' });
    expect(typesOf(events)).toEqual(['application.approved.v1']);
    expect(review(application, 'approved')).toEqual({ application, events: [] });
    expect(() => review(application, 'rejected')).toThrow('already');
  });

  it('does not bring back an affiliate who has left', () => {
    const { application } = decideLeave(pending, 'affiliate');
    expect(() => review(application, 'approved')).toThrow('already');
  });

  it('approves nobody for a campaign that is over, but may still reject', () => {
    const over = { status: 'completed' } as const;
    const decide = (decision: 'approved' | 'rejected') =>
      decideReview(pending, { decision, notes: null, now: NOW }, over);
    expect(() => decide('approved')).toThrow('takes no members');
    expect(decide('rejected').application.status).toBe('rejected');
  });
});

describe('decideLeave', () => {
  it('publishes that a member left, not that an application was withdrawn', () => {
    const pending = decideApplication(campaignOf('manual'), request, noFacts).application;
    expect(decideLeave(pending, 'affiliate').events).toEqual([]);
    const member = { ...pending, status: 'approved' } as const;
    const { application, events } = decideLeave(member, 'affiliate');
    expect(isOpen(application)).toBe(false);
    expect(typesOf(events)).toEqual(['application.left.v1']);
  });
});

describe('failedCriteria', () => {
  const fails = (criteria: Partial<Criteria>, facts: Partial<AffiliateFacts>) =>
    failedCriteria({ ...noCriteria, ...criteria }, 'USD', { ...noFacts, ...facts });

  it('counts earnings in the campaign’s own currency', () => {
    const criteria = { minLifetimeEarningsMinor: 100 };
    expect(fails(criteria, { earningsMinor: { USD: 100 } })).toEqual([]);
    expect(fails(criteria, { earningsMinor: { USD: 99, EUR: 1_000 } })).toEqual([
      'min_lifetime_earnings',
    ]);
  });

  it('computes the conversion rate from unique clicks', () => {
    const criteria = { minConversionRate: 0.05 };
    expect(fails(criteria, { conversions: 5, uniqueClicks: 100 })).toEqual([]);
    expect(fails(criteria, { conversions: 4, uniqueClicks: 100 })).toEqual(['min_conversion_rate']);
    expect(fails(criteria, { conversions: 4, uniqueClicks: 0 })).toEqual(['min_conversion_rate']);
  });

  it('requires every channel, in upper or lower case', () => {
    const criteria = { requiredChannels: ['Blog', 'email'] };
    expect(fails(criteria, { marketingChannels: ['EMAIL', 'blog', 'tv'] })).toEqual([]);
    expect(fails(criteria, { marketingChannels: ['blog'] })).toEqual(['required_channels']);
  });

  it('excludes known countries only', () => {
    const criteria = { excludedCountries: ['DE'] };
    expect(fails(criteria, { country: 'de' })).toEqual(['excluded_countries']);
    expect(fails(criteria, { country: null })).toEqual([]);
  });

  it('never fails more criteria when an affiliate’s record improves', () => {
    const figure = fc.nat(1_000);
    const facts = fc.record({ earned: figure, conversions: figure, active: figure });
    const given = ({ earned, conversions, active }: Record<string, number>) => ({
      earningsMinor: { USD: earned ?? 0 },
      conversions: conversions ?? 0,
      uniqueClicks: 1_000,
      activeCampaigns: active ?? 0,
    });
    fc.assert(
      fc.property(facts, facts, figure, (before, gain, minimum) => {
        const criteria = {
          minLifetimeEarningsMinor: minimum,
          minConversionRate: minimum / 1_000,
          minActiveCampaigns: minimum,
        };
        const after = {
          earned: before.earned + gain.earned,
          conversions: before.conversions + gain.conversions,
          active: before.active + gain.active,
        };
        const failedBefore = fails(criteria, given(before));
        for (const name of fails(criteria, given(after))) expect(failedBefore).toContain(name);
      }),
    );
  });
});
