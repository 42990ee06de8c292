import { randomUUIDv7 } from 'node:crypto';
import {
  accountMailRequested,
  commissionCreated,
  memberInvited,
  userRegistered,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  aCommission,
  aNewUser,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

describe('texts', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification({ CONSOLE_URL: 'https://app.example.com/' });
  });
  afterAll(async () => {
    await notification.close();
  });

  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  const firstEmail = (to: string) =>
    eventually(async () => (await notification.emails(to))[0], { timeoutMs: 30_000 });
  const setPreferences = (user: Parameters<typeof callerFor>[0], preferences: object) =>
    notification.call('PUT', '/api/notifications/preferences', callerFor(user), preferences);

  it('are in the locale of the registration, in the product as in e-mails, and lead to the console', async () => {
    const user = await notification.createUser({ locale: 'de-DE', name: 'Ada' });
    const commission = aCommission(user.userId);
    await notification.publish(commissionCreated(commission));
    const mail = await firstEmail(user.email);
    const url = `https://app.example.com/commissions/${commission.commissionId}`;
    expect(mail.subject).toBe('Sie haben 12,00 $ verdient');
    expect(mail.text).toContain(`Provision ansehen: ${url}`);
    expect(mail.text).toContain('Keine solchen E-Mails mehr');
    expect(mail.html).toContain(`href="${url}">Provision ansehen</a>`);
    expect(mail.html).toContain('<html lang="de">');
    const [inProduct] = await notification.list(callerFor(user), '?category=commission');
    expect(inProduct).toMatchObject({
      title: 'Sie haben 12,00 $ verdient',
      action_url: url,
      action_label: 'Provision ansehen',
    });
  });

  it('follow the locale and the zone that the user chooses', async () => {
    const user = await notification.createUser({ locale: 'de' });
    const preferences = { locale: 'en-GB', quiet_hours_timezone: 'Pacific/Kiritimati' };
    expect((await setPreferences(user, preferences)).body.preferences).toMatchObject(preferences);
    await notification.publish(
      accountMailRequested({
        ...{ userId: user.userId, purpose: 'verify_email', to: user.email, token: 'tra_x' },
        expiresAt: inDays(1),
      }),
    );
    expect((await firstEmail(user.email)).subject).toBe('Confirm your e-mail address');
  });

  it('of a registration’s mail are in its locale, also before the account is known', async () => {
    const user = aNewUser();
    await notification.publish(
      accountMailRequested({
        ...{ userId: user.userId, purpose: 'verify_email', to: user.email, token: 'tra_x' },
        ...{ expiresAt: inDays(1), locale: 'de' },
      }),
    );
    const mail = await firstEmail(user.email);
    expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    // The page is one of the platform's own.
    expect(mail.text).toMatch(/Adresse bestätigen: http.*\/account\/verify-email\?token=tra_x/);
    expect(mail.text).not.toContain('app.example.com');
  });

  it('to a person without an account are in the locale of the account that invites', async () => {
    const owner = await notification.createUser({ role: 'brand', locale: 'de' });
    const email = `g${randomUUIDv7()}@example.com`;
    await notification.publish(
      memberInvited({
        ...{ invitationId: randomUUIDv7(), accountId: owner.userId, accountName: 'Hafen' },
        ...{ email, memberRole: 'finance', token: 'tri_x', expiresAt: '2026-05-31T12:00:00.000Z' },
      }),
    );
    const mail = await firstEmail(email);
    expect(mail.subject).toBe('Werden Sie Teil des Teams von Hafen');
    expect(mail.text).toContain('bis zum 31. Mai 2026');
  });

  it('of digests are in the locale of the user', async () => {
    const user = await notification.createUser({ locale: 'de' });
    await setPreferences(user, { email_frequency: 'daily' });
    await notification.earnCommission(user);
    await eventually(async () => (await notification.list(callerFor(user))).length === 2);
    notification.setNow(new Date(Date.now() + 2 * DAY_MS));
    const mail = await firstEmail(user.email);
    expect(mail.subject).toBe('Ihre Zusammenfassung: 1 Neuigkeit');
    expect(mail.text).toContain('Sie haben 12,00 $ verdient');
    notification.setNow();
  });

  it('are English for a browser that prefers another language', async () => {
    const user = aNewUser({ locale: 'fr' });
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    expect((await firstEmail(user.email)).subject).toBe('You earned $12.00');
  });
});
