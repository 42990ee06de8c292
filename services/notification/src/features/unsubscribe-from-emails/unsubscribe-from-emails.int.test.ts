import { type UserSnapshot } from '@tributary/contracts';
import { gatewayFetch } from '@tributary/testing';
import { type NotificationUnderTest, startNotification } from '../../testing/start-notification.ts';
import { preferencesOf, waitForSent } from '../../testing/wait-for-sent.ts';

let notification: NotificationUnderTest;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.close());

describe('an e-mail’s unsubscribe link', () => {
  const linkOf = async (user: UserSnapshot): Promise<string> => {
    await notification.earnCommission(user);
    await waitForSent(notification, user, 'email');
    const [email] = await notification.emails(user.email);
    expect(email!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const header = email!.headers['list-unsubscribe'] ?? '';
    const url = /^<(.+)>$/.exec(header)?.[1] ?? '';
    expect(email!.text).toContain(url);
    expect(email!.html).toContain(url);
    return `${notification.service.url}${new URL(url).pathname}${new URL(url).search}`;
  };

  it('opens a page with a button, and disables e-mails with one click', async () => {
    const user = await notification.createUser();
    const link = await linkOf(user);
    const opened = await gatewayFetch('notification', link);
    expect(opened.headers.get('content-type')).toContain('text/html');
    expect(await opened.text()).toContain('<form method="post">');
    expect(await preferencesOf(notification, user)).toMatchObject({ email_enabled: true });

    // The request of a mail program: a form without cookie or sign-in.
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const clicked = await gatewayFetch('notification', link, { method: 'POST', body });
    expect(clicked.status).toBe(200);
    expect(await preferencesOf(notification, user)).toMatchObject({ email_enabled: false });
    await notification.earnCommission(user);
    const emails = await waitForSent(notification, user, 'email', 2);
    expect(emails[0]).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
  });

  it('does nothing with an invalid token', async () => {
    const link = await linkOf(await notification.createUser());
    for (const invalid of [`${link}x`, link.slice(0, -3), link.replace(/token=.*/, 'token=')]) {
      for (const method of ['GET', 'POST']) {
        const response = await gatewayFetch('notification', invalid, { method });
        expect([response.status, await response.json()]).toEqual([
          400,
          { detail: expect.any(String) },
        ]);
      }
    }
  });
});
