import { randomUUIDv7 } from 'node:crypto';
import {
  campaignCreated,
  type CampaignSnapshot,
  INVITATION_DAYS,
  invitationMade,
  type UserSnapshot,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

let notification: NotificationUnderTest;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.close());

const MESSAGE = 'We like your <b>records</b>.';

function aCampaignOf({ userId }: UserSnapshot): CampaignSnapshot {
  const campaign = { ...campaignCreated.sample, campaignId: randomUUIDv7(), brandId: userId };
  notification.campaigns.set(campaign.campaignId, campaign);
  return campaign;
}

const preview = (brand: UserSnapshot, body: object) =>
  notification.call('POST', '/api/notifications/invitation-preview', callerFor(brand), body);

/** The mail that the invitation really sends to a guest. */
async function mailOf({ campaignId, name, brandId, brandName }: CampaignSnapshot) {
  const email = `guest${randomUUIDv7()}@example.com`;
  await notification.publish(
    invitationMade({
      ...invitationMade.sample,
      invitationId: randomUUIDv7(),
      ...{ campaignId, campaignName: name, brandId, brandName, email },
      affiliateId: null,
      message: MESSAGE,
      token: 'signed',
      expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY_MS).toISOString(),
    }),
  );
  return eventually(async () => (await notification.emails(email))[0]);
}

/** Without the tokens of links. */
const plain = (text: string) => text.replaceAll(/(invitations\/|token=)[^\s"<]+/g, '$1');

describe('the preview of an invitation', () => {
  it.each([true, false])(
    'is the mail that goes out, for a proved address: %s',
    async (isProved) => {
      const brand = await notification.createUser({ role: 'brand', emailVerified: isProved });
      const campaign = aCampaignOf(brand);
      const { campaignId } = campaign;
      const { status, body } = await preview(brand, { campaign_id: campaignId, message: MESSAGE });
      const mail = await mailOf(campaign);
      expect([status, body.has_own_text]).toEqual([200, isProved]);
      expect(body.subject).toBe(mail.subject);
      expect(plain(body.text).trim()).toBe(plain(mail.text).trim());
      expect(plain(body.html)).toBe(plain(mail.html).trim());
      expect(body.text.includes(MESSAGE)).toBe(isProved);
      expect(body.html).not.toContain('<b>records');
    },
  );

  it('is in the language of the brand', async () => {
    const brand = await notification.createUser({ role: 'brand', emailVerified: true });
    const { campaignId, brandName, name } = aCampaignOf(brand);
    const settings = { locale: 'de-AT' };
    await notification.call('PUT', '/api/notifications/preferences', callerFor(brand), settings);
    const { body } = await preview(brand, { campaign_id: campaignId });
    expect(body.subject).toBe(`${brandName} lädt Sie zu ${name} ein`);
  });

  it('is there for the campaigns of the brand alone', async () => {
    const [brand, other] = [
      await notification.createUser({ role: 'brand' }),
      await notification.createUser({ role: 'brand' }),
    ];
    const { campaignId } = aCampaignOf(other);
    const foreign = await preview(brand, { campaign_id: campaignId });
    const absent = await preview(brand, { campaign_id: randomUUIDv7() });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
    expect((await preview(brand, { campaign_id: 'x' })).status).toBe(400);
    const affiliate = await notification.createUser();
    expect((await preview(affiliate, { campaign_id: campaignId })).status).toBe(403);
  });
});
