import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { tokensOf } from '@tributary/testing';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

const CALL = { deadlineMs: 5_000, idempotent: true };

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

describe('access to the terms of a campaign', () => {
  const aCampaign = async (body: object) => {
    const brand = running.caller('brand');
    const created = await brand.post('/api/brand/campaigns', { ...plainCampaign(), ...body });
    expect(created.status).toBe(201);
    const path = `/api/brand/campaigns/${created.body.id as string}`;
    const move = async (next: string) => {
      expect((await brand.put(path, { status: next })).status).toBe(200);
    };
    return { brand, path, move, id: created.body.id as string };
  };
  /** Which of these accounts may see the terms. */
  const allowed = async (campaignId: string, accountIds: readonly string[]) => {
    const address = `127.0.0.1:${String(running.service.grpcPort)}`;
    const rpc = openGrpcClient('tributary.campaign.v1.Campaigns', address, tokensOf('commission'));
    const answers = await Promise.all(
      accountIds.map((accountId) => rpc.call('CheckAccess', { campaignId, accountId }, CALL)),
    );
    rpc.close();
    return answers.map(({ isAllowed }) => isAllowed);
  };

  it('is everybody’s where it is active and open, and its brand’s otherwise', async () => {
    const stranger = newId();
    const open = await aCampaign({ approval: { mode: 'manual' } });
    expect(await allowed(open.id, [open.brand.id, stranger])).toEqual([true, true]);
    await open.move('paused');
    const closed = [
      open,
      await aCampaign({ approval: { mode: 'manual' }, status: 'draft' }),
      await aCampaign({ approval: { mode: 'invite_only' } }),
      await aCampaign({ approval: { mode: 'manual' }, exclusive: true }),
    ];
    for (const { id, brand } of closed) {
      expect(await allowed(id, [brand.id, stranger])).toEqual([true, false]);
    }
    expect(await allowed(newId(), [stranger])).toEqual([false]);
  });

  it('is that of invited affiliates and members, also while it is paused', async () => {
    const { id, brand, path, move } = await aCampaign({ approval: { mode: 'invite_only' } });
    const affiliate = running.caller('affiliate');
    const other = running.caller('affiliate');
    expect(await allowed(id, [affiliate.id])).toEqual([false]);
    const invited = await brand.post(`${path}/invitations`, { affiliate_id: affiliate.id });
    expect(invited.status).toBe(201);
    expect(await allowed(id, [affiliate.id, other.id])).toEqual([true, false]);
    const applied = await affiliate.post(`/api/affiliate/campaigns/${id}/apply`, {});
    expect(applied.status).toBe(201);
    await move('paused');
    expect(await allowed(id, [affiliate.id, other.id])).toEqual([true, false]);
  });
});
