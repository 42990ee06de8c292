import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { Client } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Mails of a person whose browser prefers German, from the registration on. */
describe('mails', () => {
  const addressOf = (name: string): string => `${name}-${randomUUID()}@example.com`;
  const mailsTo = async (address: string): Promise<readonly Mail[]> => {
    const inbox = `${sharedSystem().sandboxUrl}/inbox/email?to=${encodeURIComponent(address)}`;
    return ((await (await fetch(inbox)).json()) as { messages: Mail[] }).messages;
  };
  const firstMail = (address: string): Promise<Mail> =>
    eventually(async () => (await mailsTo(address))[0], { timeoutMs: 30_000 });

  it('are in its language, and invite to a draft once the campaign starts', async () => {
    const client = new Client(sharedSystem());
    const brand = { email: addressOf('hafen'), name: 'Hafen', role: 'brand' } as const;
    const session = await client
      .sdk()
      .accounts.register(
        { ...brand, password: 'a-long-password' },
        { headers: { 'accept-language': 'de-AT,de;q=0.9' } },
      );
    const { subject, text } = await firstMail(brand.email);
    expect(subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(text).toContain('/account/verify-email?token=');

    const { campaigns, affiliates, invitations } = client.sdk(session.access_token);
    const campaign = await campaigns.create({
      ...{ name: 'Boote', type: 'sale', status: 'draft' },
      landing_page_url: 'https://shop.example.com',
      commission: { type: 'percentage', value: 10 },
    });
    const invite = (email: string) => affiliates.invite(campaign.id, { email });
    const [invited, withdrawn, later] = ['a', 'b', 'c'].map(addressOf) as [string, string, string];
    expect(await invite(invited)).toMatchObject({ waits_for_start: true });
    const { id } = await invite(withdrawn);
    await invitations.withdraw(campaign.id, id);
    expect(await mailsTo(invited)).toEqual([]);

    await campaigns.update(campaign.id, { status: 'active' });
    const invitation = await firstMail(invited);
    // The brand has not proved its address, so none of its texts is sent.
    expect(invitation.subject).toBe('Eine Marke lädt Sie zu ihrer Kampagne ein');
    await invite(later);
    await firstMail(later);
    expect(await mailsTo(invited)).toHaveLength(1);
    expect(await mailsTo(withdrawn)).toEqual([]);
  }, 90_000);
});
