import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

describe('the marketplace', () => {
  it('filters campaigns by text, targeting and commission', async () => {
    const brand = running.caller('brand', { company: 'Northwind (Traders)' });
    const other = running.caller('brand', { company: 'Contoso' });
    const make = async (who: typeof brand, given: Record<string, unknown>) =>
      String((await who.post('/api/brand/campaigns', plainCampaign(given))).body.id);
    const kettles = await make(brand, {
      name: 'Kettles 50% off (now)',
      commission: { type: 'percentage', value: 9 },
      targeting: { countries: ['DE', 'AT'], devices: ['mobile'] },
    });
    const lamps = await make(other, {
      name: 'Lamps',
      description: 'Light for kettles',
      type: 'lead',
      commission: { type: 'fixed', value: 12.5, currency: 'EUR' },
      approval: { mode: 'auto' },
    });
    const boats = await make(other, {
      name: 'Boats',
      commission: { type: 'percentage', value: 30 },
      exclusive: true,
    });
    await make(brand, { name: 'Kettles draft', status: 'draft' });
    const affiliate = running.caller('affiliate');
    const invited = { affiliate_id: affiliate.id };
    await other.post(`/api/brand/campaigns/${boats}/invitations`, invited);
    await affiliate.post(`/api/affiliate/campaigns/${lamps}/apply`);
    const found = async (query: string): Promise<string[]> => {
      const { body } = await affiliate.get(`/api/affiliate/campaigns?${query}`);
      expect(body.pagination.total).toBe(body.campaigns.length);
      return (body.campaigns as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('')).toEqual([boats, lamps, kettles]);
    expect(await found('search=KETTLES')).toEqual([lamps, kettles]);
    expect(await found('search=50%25%20off%20(')).toEqual([kettles]);
    expect(await found('search=.*')).toEqual([]);
    expect(await found('search=northwind')).toEqual([kettles]);
    expect(await found(`brand_id=${other.id}`)).toEqual([boats, lamps]);
    expect(await found('country=de')).toEqual([boats, lamps, kettles]);
    expect(await found('country=us')).toEqual([boats, lamps]);
    expect(await found('device=tablet')).toEqual([boats, lamps]);
    expect(await found('commission_type=percentage&min_commission=9.5')).toEqual([boats]);
    expect(await found('currency=EUR')).toEqual([lamps]);
    expect(await found('approval=auto')).toEqual([lamps]);
    expect(await found('exclusive=true')).toEqual([boats]);
    expect(await found('exclusive=false&type=sale')).toEqual([kettles]);
    expect(await found('membership=approved')).toEqual([lamps]);
    expect(await found('membership=invited')).toEqual([boats]);
    expect(await found('membership=none')).toEqual([kettles]);
    expect(await found('sort=name')).toEqual([boats, kettles, lamps]);
    expect(await found('sort=commission')).toEqual([boats, lamps, kettles]);
    for (const wrong of [
      'country=deu',
      'min_commission=5',
      'sort=price',
      'search=',
      'colour=red',
    ]) {
      expect((await affiliate.get(`/api/affiliate/campaigns?${wrong}`)).status).toBe(400);
    }
  });

  it('shows a paused or completed campaign to its members, and to nobody else', async () => {
    const brand = running.caller('brand');
    const { body } = await brand.post(
      '/api/brand/campaigns',
      plainCampaign({ approval: { mode: 'auto' } }),
    );
    const [member, stranger] = [running.caller('affiliate'), running.caller('affiliate')];
    const path = `/api/affiliate/campaigns/${String(body.id)}`;
    await member.post(`${path}/apply`);
    for (const status of ['paused', 'completed', 'archived']) {
      await brand.put(`/api/brand/campaigns/${String(body.id)}`, { status });
      const own = await member.get(path);
      expect([status, own.status, (await stranger.get(path)).status]).toEqual([
        status,
        status === 'archived' ? 404 : 200,
        404,
      ]);
      if (own.status === 200) expect(own.body.status).toBe(status);
    }
    expect(
      (await member.get('/api/affiliate/campaigns?membership=approved')).body.campaigns,
    ).toEqual([]);
  });
});
