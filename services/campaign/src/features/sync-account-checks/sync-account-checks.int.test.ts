import { accountChecked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { eventually } from '@tributary/testing';
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

const factor = {
  factor: 'same_owner',
  value: 1,
  weight: 0.35,
  contribution: 0.35,
  evidence: 'Another account has the same mailbox',
};

it('the brand sees beside an application what the account shares, also where an older result comes late', async () => {
  const [brand, affiliate] = [running.caller('brand'), running.caller('affiliate')];
  const given = plainCampaign({ approval: { mode: 'manual' } });
  const { body: campaign } = await brand.post('/api/brand/campaigns', given);
  const path = `/api/affiliate/campaigns/${String(campaign.id)}/apply`;
  const { body: application } = await affiliate.post(path, {});
  expect(application).not.toHaveProperty('account_check');
  const shown = () => brand.get(`/api/brand/applications/${String(application.id)}`);
  expect((await shown()).body.account_check).toBeNull();

  const pair = { affiliateId: affiliate.id, brandId: brand.id, requiresReview: false };
  const of = (checkedAt: string, score: number) =>
    accountChecked({ ...pair, score, factors: [factor], checkedAt });
  await running.probe.publish(
    of('2026-05-02T00:00:00.000Z', 0.35),
    of('2026-05-01T00:00:00.000Z', 0),
    accountChecked({
      ...{ ...pair, brandId: newId(), score: 0.9, factors: [], requiresReview: true },
      checkedAt: '2026-05-03T00:00:00.000Z',
    }),
  );
  const expected = {
    score: 0.35,
    requires_review: false,
    factors: [factor],
    checked_at: '2026-05-02T00:00:00.000Z',
  };
  await eventually(async () => (await shown()).body.account_check !== null);
  const marker = of('2026-05-02T00:00:00.001Z', 0.35);
  await running.probe.publish(marker);
  await eventually(async () =>
    String((await shown()).body.account_check.checked_at).endsWith('00.001Z'),
  );
  const list = `/api/brand/applications?affiliate_id=${affiliate.id}`;
  const { body } = await brand.get(list);
  expect(body.applications).toMatchObject([
    { id: application.id, account_check: { ...expected, checked_at: '2026-05-02T00:00:00.001Z' } },
  ]);
  const { body: none } = await brand.get(`/api/brand/applications?affiliate_id=${newId()}`);
  expect(none.applications).toEqual([]);
});
