import { userRegistered, userStatusChanged } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aUser, eventually } from '@tributary/testing';
import { openRunningCampaign, type RunningCampaign } from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

describe('the directory of affiliates', () => {
  it('filters by country, channel and verification, and shows no contact data', async () => {
    const tag = newId().slice(-12);
    const someone = (name: string, given: Partial<ReturnType<typeof aUser>>) =>
      aUser({ role: 'affiliate', userId: newId(), name: `${name} ${tag}`, ...given });
    const ann = someone('Ann', { country: 'DE', marketingChannels: ['Blog', 'email'] });
    const bob = someone('Bob', { country: 'US', marketingChannels: ['social'] });
    const cut = someone('Cut', {});
    await running.probe.publish(
      ...[ann, bob, cut].map((user) => userRegistered(user)),
      userStatusChanged({ ...ann, status: 'verified', previousStatus: 'active' }),
      userStatusChanged({ ...cut, status: 'suspended', previousStatus: 'active' }),
    );
    const brand = running.caller('brand');
    const names = async (query: string) => {
      const { body } = await brand.get(`/api/brand/affiliates?search=${tag}&${query}`);
      return (body.affiliates as { name: string }[]).map(({ name }) => name.slice(0, 3));
    };
    await eventually(async () => (await names('verified=true')).join() === 'Ann');
    await eventually(async () => (await names('')).join() === 'Ann,Bob');
    expect(await names('country=us')).toEqual(['Bob']);
    expect(await names('channel=blog')).toEqual(['Ann']);
    expect(await names('channel=blo')).toEqual([]);
    const { body } = await brand.get(`/api/brand/affiliates?search=${tag}&verified=true`);
    expect(body.affiliates).toEqual([
      {
        id: ann.userId,
        name: ann.name,
        company: ann.company,
        country: 'DE',
        verified: true,
        marketing_channels: ['Blog', 'email'],
      },
    ]);
    expect((await running.caller('affiliate').get('/api/brand/affiliates')).status).toBe(403);
  });

  it('names affiliates by their ids, suspended ones and those without an event included', async () => {
    const brand = running.caller('brand');
    const cut = aUser({ role: 'affiliate', userId: newId(), name: 'Cut', status: 'suspended' });
    await running.probe.publish(userRegistered(cut));
    const unheard = running.caller('affiliate');
    const stranger = newId();
    const byIds = (ids: readonly string[]) =>
      brand.get(`/api/brand/affiliates?ids=${ids.join(',')}`);
    await eventually(async () => (await byIds([cut.userId])).body.pagination.total === 1);
    const { body } = await byIds([cut.userId, unheard.id, stranger, brand.id]);
    const ids = (body.affiliates as { id: string }[]).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([cut.userId, unheard.id].toSorted());
    expect((await byIds(['x'])).status).toBe(400);
    expect((await byIds([''])).status).toBe(400);
    expect((await byIds(Array.from({ length: 101 }, () => cut.userId))).status).toBe(400);
  });
});
