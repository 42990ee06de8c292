import { type UserStatus, userStatusChanged } from '@tributary/contracts';
import { aUser, eventually } from '@tributary/testing';
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

type Caller = ReturnType<RunningCampaign['caller']>;

const setStatus = ({ id }: Caller, status: UserStatus, previousStatus: UserStatus) =>
  running.probe.publish(
    userStatusChanged({ ...aUser({ userId: id, role: 'brand', status }), previousStatus }),
  );
const createCampaign = async (brand: Caller, given: Record<string, unknown> = {}) => {
  const { status, body } = await brand.post('/api/brand/campaigns', plainCampaign(given));
  expect(status).toBe(201);
  return String(body.id);
};
const shownOf = async (brand: Caller, id: string) => {
  const { body } = await brand.get(`/api/brand/campaigns/${id}`);
  return { status: body.status, paused_reason: body.paused_reason };
};

it('a suspended brand’s active campaigns pause, and exactly those resume with its reinstatement', async () => {
  const brand = running.caller('brand');
  const affiliate = running.caller('affiliate');
  const [active, paused, draft] = [
    await createCampaign(brand, { approval: { mode: 'auto' } }),
    await createCampaign(brand),
    await createCampaign(brand, { status: 'draft' }),
  ];
  await brand.put(`/api/brand/campaigns/${paused}`, { status: 'paused' });
  await affiliate.post(`/api/affiliate/campaigns/${active}/apply`, {});
  const offered = async (): Promise<readonly string[]> => {
    const { body } = await affiliate.get(`/api/affiliate/campaigns?brand_id=${brand.id}`);
    return (body.campaigns as readonly { id: string }[]).map(({ id }) => id);
  };
  const newLink = () => affiliate.post('/api/affiliate/links', { campaign_id: active });
  expect(await offered()).toEqual([active]);
  expect((await newLink()).status).toBe(201);

  await setStatus(brand, 'suspended', 'active');
  await eventually(async () => (await shownOf(brand, active)).status === 'paused');
  expect(await shownOf(brand, active)).toEqual({
    status: 'paused',
    paused_reason: 'brand_suspended',
  });
  const byChoice = { status: 'paused', paused_reason: undefined };
  expect(await shownOf(brand, paused)).toEqual(byChoice);
  expect(await shownOf(brand, draft)).toEqual({ status: 'draft', paused_reason: undefined });
  expect(await offered()).toEqual([]);
  const refused = { status: 409, body: { error: 'campaign_not_active' } };
  expect(await newLink()).toMatchObject(refused);
  const other = running.caller('affiliate');
  const applied = await other.post(`/api/affiliate/campaigns/${active}/apply`, {});
  expect(applied).toMatchObject(refused);

  await setStatus(brand, 'verified', 'suspended');
  await eventually(async () => (await shownOf(brand, active)).status === 'active');
  expect(await shownOf(brand, paused)).toEqual(byChoice);
  expect(await shownOf(brand, draft)).toEqual({ status: 'draft', paused_reason: undefined });
  expect(await offered()).toEqual([active]);
  expect((await newLink()).status).toBe(201);
});
