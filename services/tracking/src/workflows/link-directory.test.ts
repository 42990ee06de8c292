import { type CampaignSnapshot } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { aCampaign } from '@tributary/testing';
import { openLinkDirectory } from './link-directory.ts';

type Parts = Parameters<typeof openLinkDirectory>[0];

/** A directory whose copy of a campaign is `copy`, and whose owner answers by `request`. */
function openDirectory(copy: CampaignSnapshot, request: () => Promise<CampaignSnapshot>) {
  const saved: CampaignSnapshot[] = [];
  const campaigns = {
    find: () => Promise.resolve(copy),
    save: (campaign: CampaignSnapshot) => Promise.resolve(saved.push(campaign)),
  };
  const parts = {
    campaigns,
    links: {},
    campaignClient: { findCampaign: request },
    transaction: (work: (stores: unknown) => Promise<unknown>) => work({ campaigns }),
  };
  return { directory: openLinkDirectory(parts as unknown as Parts), saved };
}

describe('a campaign whose copy is a draft', () => {
  const active = aCampaign();
  const draft = aCampaign({ status: 'draft' });

  it('is what its owner states, because it may have been activated since', async () => {
    const { directory, saved } = openDirectory(draft, () => Promise.resolve(active));
    expect(await directory.findCampaign(draft.campaignId)).toBe(active);
    expect(saved).toEqual([active]);
  });

  it('is not known while its owner is away, so that no order is refused for good', async () => {
    const away = () => Promise.reject(unavailable('database_unavailable'));
    const { directory } = openDirectory(draft, away);
    await expect(directory.findCampaign(draft.campaignId)).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('needs no owner where the copy is active', async () => {
    const { directory } = openDirectory(active, () => Promise.reject(new Error('not needed')));
    expect(await directory.findCampaign(active.campaignId)).toBe(active);
  });
});
