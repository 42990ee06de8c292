import { campaignStatuses, type CampaignStatus } from '@tributary/contracts';
import fc from 'fast-check';
import { aStoredCampaign, campaignFields, NOW } from '../testing/a-campaign.ts';
import {
  type Campaign,
  decideChange,
  decideCreation,
  decideMove,
  requireUnchanged,
  scheduledMove,
} from './campaign.ts';

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const status = fc.constantFrom(...campaignStatuses);

/** The allowed status changes of the contract, written a second time: rows are from, columns to. */
const table: Record<CampaignStatus, string> = {
  //          draft active paused completed archived
  draft: '      =     y      n        n        y',
  active: '     n     =      y        y        y',
  paused: '     n     y      =        y        y',
  completed: '  n     n      n        =        y',
  archived: '   n     n      n        n        =',
};
const cases = campaignStatuses.flatMap((from) => {
  const cells = table[from].trim().split(/\s+/);
  return campaignStatuses.map((to, index) => [from, to, cells[index]] as const);
});

describe('decideMove', () => {
  it.each(cases)('from %s to %s: %s', (from, to, cell) => {
    const move = () => decideMove(aStoredCampaign({ status: from }), to, NOW);
    if (cell === 'n') {
      expect(move).toThrow(
        expect.objectContaining({ kind: 'conflict', code: 'illegal_transition' }) as Error,
      );
      return;
    }
    expect(move().campaign.status).toBe(to);
    expect(move().events).toHaveLength(cell === '=' ? 0 : 1);
  });

  it('publishes each move by the event of the new status', () => {
    const moved = (from: CampaignStatus, to: CampaignStatus) =>
      typesOf(decideMove(aStoredCampaign({ status: from }), to, NOW).events);
    expect(moved('draft', 'active')).toEqual(['campaign.activated.v1']);
    expect(moved('active', 'paused')).toEqual(['campaign.paused.v1']);
    expect(moved('paused', 'completed')).toEqual(['campaign.ended.v1']);
    expect(moved('completed', 'archived')).toEqual(['campaign.ended.v1']);
  });

  it('does not activate a campaign whose end has passed', () => {
    const over = aStoredCampaign({ status: 'paused', endsAt: NOW });
    expect(() => decideMove(over, 'active', NOW)).toThrow('ends_at has passed');
  });

  it('never leaves archived and never returns to draft', () => {
    fc.assert(
      fc.property(status, fc.array(status), (first, statuses) => {
        let campaign = aStoredCampaign({ status: first });
        for (const next of statuses) {
          const before = campaign.status;
          try {
            campaign = decideMove(campaign, next, NOW).campaign;
          } catch {
            expect(campaign.status).toBe(before);
          }
          if (before === 'archived') expect(campaign.status).toBe('archived');
          if (before !== 'draft') expect(campaign.status).not.toBe('draft');
        }
      }),
    );
  });
});

describe('decideCreation', () => {
  const made = { id: 'id', brandId: 'brand', brandName: 'Brand', now: NOW };

  it('publishes a draft as created', () => {
    const { campaign, events } = decideCreation(campaignFields(), { ...made, status: 'draft' });
    expect(campaign).toMatchObject({ status: 'draft', createdAt: NOW, updatedAt: NOW });
    expect(typesOf(events)).toEqual(['campaign.created.v1']);
  });

  it('publishes an active campaign as created, then activated', () => {
    const { campaign, events } = decideCreation(campaignFields(), { ...made, status: 'active' });
    expect(campaign.status).toBe('active');
    expect(events.map(({ data }) => data)).toMatchObject([
      { status: 'draft' },
      { status: 'active' },
    ]);
  });
});

describe('decideChange', () => {
  const later = new Date(NOW.getTime() + 1_000);
  const change = (campaign: Campaign, fields: Parameters<typeof campaignFields>[0]) =>
    decideChange(
      campaign,
      { fields: campaignFields(fields), changed: true, status: campaign.status },
      later,
    );

  it('publishes nothing where nothing changed', () => {
    const campaign = aStoredCampaign();
    const wanted = { fields: campaignFields(), changed: false, status: campaign.status };
    expect(decideChange(campaign, wanted, later)).toEqual({ campaign, events: [] });
  });

  it('publishes the update, and a status change as an event of its own', () => {
    const { campaign, events } = decideChange(
      aStoredCampaign(),
      { fields: campaignFields({ name: 'Winter' }), changed: true, status: 'paused' },
      later,
    );
    expect(campaign).toMatchObject({ name: 'Winter', status: 'paused', updatedAt: later });
    expect(typesOf(events)).toEqual(['campaign.updated.v1', 'campaign.paused.v1']);
  });

  it('refuses another currency once commissions may have been earned', () => {
    const commission = { ...campaignFields().commission, currency: 'EUR' };
    expect(() => change(aStoredCampaign(), { commission })).toThrow('currency cannot change');
    const drafted = change(aStoredCampaign({ status: 'draft' }), { commission });
    expect(drafted.campaign.commission.currency).toBe('EUR');
  });

  it('dates each state after the one before, because If-Match and copies order states by that', () => {
    const ahead = aStoredCampaign({ updatedAt: new Date(later.getTime() + 5) });
    const { campaign } = change(ahead, { name: 'Winter' });
    expect(campaign.updatedAt.getTime()).toBe(later.getTime() + 6);
    const moved = decideMove(campaign, 'paused', later).campaign;
    expect(moved.updatedAt.getTime()).toBe(later.getTime() + 7);
  });

  it('refuses updates of archived campaigns', () => {
    const archived = aStoredCampaign({ status: 'archived' });
    expect(() => change(archived, { name: 'Late' })).toThrow('archived campaign');
  });
});

describe('scheduledMove', () => {
  const before = new Date(NOW.getTime() - 1);
  const after = new Date(NOW.getTime() + 1);
  it.each([
    ['draft', { startsAt: NOW }, 'active'],
    ['draft', { startsAt: after }, undefined],
    ['draft', { startsAt: null }, undefined],
    ['draft', { startsAt: before, endsAt: NOW }, undefined],
    ['active', { endsAt: NOW }, 'completed'],
    ['paused', { endsAt: before }, 'completed'],
    ['active', { endsAt: after }, undefined],
    ['paused', { startsAt: before }, undefined],
    ['completed', { endsAt: before }, undefined],
    ['archived', { startsAt: before, endsAt: before }, undefined],
  ] as const)('of a campaign that is %s with %j: %s', (from, dates, to) => {
    expect(scheduledMove(aStoredCampaign({ status: from, ...dates }), NOW)).toBe(to);
  });

  it('is always an allowed status change', () => {
    const date = fc.option(fc.constantFrom(before, NOW, after));
    fc.assert(
      fc.property(status, date, date, (from, startsAt, endsAt) => {
        const campaign = aStoredCampaign({ status: from, startsAt, endsAt });
        const to = scheduledMove(campaign, NOW);
        if (to !== undefined) expect(decideMove(campaign, to, NOW).campaign.status).toBe(to);
      }),
    );
  });

  it.each([
    ['active', 2_499, undefined],
    ['active', 2_500, 'paused'],
    ['paused', 2_500, undefined],
    ['draft', 2_500, undefined],
  ] as const)('of a campaign that is %s and has spent %d of 2,500: %s', (from, spent, to) => {
    const budget = { totalMinor: 2_500, dailyMinor: null };
    expect(scheduledMove(aStoredCampaign({ status: from, budget }), NOW, spent)).toBe(to);
  });
});

describe('requireUnchanged', () => {
  const campaign = aStoredCampaign();
  const seen = campaign.updatedAt.toISOString();

  it.each([undefined, '*', seen, `"${seen}"`, `"2001-01-01T00:00:00.000Z", "${seen}"`])(
    'lets a change pass whose writer saw the record as it is: %s',
    (ifMatch) => {
      expect(() => {
        requireUnchanged(campaign, ifMatch);
      }).not.toThrow();
    },
  );

  it('refuses any other, because the update would undo a change that the caller has not read', () => {
    expect(() => {
      requireUnchanged(campaign, '"2001-01-01T00:00:00.000Z"');
    }).toThrow('changed meanwhile');
  });
});
