import { invitationMade } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign({ RATE_LIMIT_INVITATIONS_PER_DAY: '300' });
});
afterAll(() => running.close());

type Brand = ReturnType<RunningCampaign['caller']>;

interface Listed {
  readonly waits_for_start: boolean;
  readonly expires_at: string;
}

/** A draft, and what its brand does with it. */
const aDraft = async (brand: Brand, given: Record<string, unknown> = {}) => {
  const draft = plainCampaign({ status: 'draft', ...given });
  const path = `/api/brand/campaigns/${String((await brand.post('/api/brand/campaigns', draft)).body.id)}`;
  return {
    move: (status: string) => brand.put(path, { status }),
    list: async () => (await brand.get(`${path}/invitations`)).body.invitations as Listed[],
    withdraw: (id: string) => brand.delete(`${path}/invitations/${id}`),
    invite: async (email: string) =>
      (await brand.post(`${path}/invitations`, { email })).body as {
        id: string;
        token: string;
        expires_at: string;
        waits_for_start: boolean;
      },
  };
};

const published = (id: string) =>
  running.probe.events(invitationMade).filter(({ data }) => data.invitationId === id);
const waitForMailing = async (id: string) =>
  (await running.probe.waitFor(invitationMade, ({ invitationId }) => invitationId === id)).data;

describe('invitations to a draft', () => {
  it('are published when the campaign starts, once, with a token that holds from then on', async () => {
    const brand = running.caller('brand');
    const draft = await aDraft(brand);
    const invited = await draft.invite('first@example.com');
    const withdrawn = await draft.invite('withdrawn@example.com');
    expect(invited.waits_for_start).toBe(true);
    expect((await draft.withdraw(withdrawn.id)).status).toBe(200);
    await draft.move('active');
    const mailed = await waitForMailing(invited.id);
    expect(mailed.email).toBe('first@example.com');
    expect(mailed.expiresAt >= invited.expires_at).toBe(true);
    const visitor = running.caller('affiliate');
    for (const token of [mailed.token, invited.token]) {
      expect((await visitor.fetch(`/invitations/${token}`)).status).toBe(200);
    }
    await eventually(async () => {
      const [listed] = await draft.list();
      return listed?.waits_for_start === false && listed.expires_at === mailed.expiresAt;
    });

    // A campaign that is active already mails at once, and a further start mails nothing again.
    await draft.move('paused');
    await draft.move('active');
    const later = await draft.invite('later@example.com');
    expect(later.waits_for_start).toBe(false);
    await waitForMailing(later.id);
    expect(published(invited.id)).toHaveLength(1);
    expect(published(withdrawn.id)).toEqual([]);
  });

  it('are published when a date starts the campaign', async () => {
    const starts_at = new Date(Date.now() + 1_500).toISOString();
    const draft = await aDraft(running.caller('brand'), { starts_at });
    const { id } = await draft.invite('scheduled@example.com');
    const { expiresAt } = await waitForMailing(id);
    expect(expiresAt > starts_at).toBe(true);
  });

  it('are published in several transactions where they are many, and never where the draft is archived', async () => {
    const brand = running.caller('brand');
    const [many, archived] = [await aDraft(brand), await aDraft(brand)];
    const unsent = await archived.invite('never@example.com');
    await archived.move('archived');
    const ids = new Set<string>();
    for (let number = 0; number < 105; number += 1) {
      ids.add((await many.invite(`many${String(number)}@example.com`)).id);
    }
    await many.move('active');
    for (const id of ids) await waitForMailing(id);
    const mailed = running.probe.events(invitationMade).map(({ data }) => data.invitationId);
    expect(mailed.filter((id) => ids.has(id))).toHaveLength(105);
    expect(published(unsent.id)).toEqual([]);
  });

  it('are published once where they are made while the campaign starts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const draft = await aDraft(running.caller('brand'));
      const [invited] = await Promise.all([
        draft.invite(`round${String(round)}@example.com`),
        draft.move('active'),
      ]);
      await waitForMailing(invited.id);
      expect(published(invited.id)).toHaveLength(1);
    }
  });
});
