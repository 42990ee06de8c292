import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { userRegistered } from '@tributary/contracts';
import { aUser, eventually, openEventProbe } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { createNotifications } from '../../workflows/create-notifications.ts';
import { type EmailSender } from '../../clients/email-sender.ts';
import { startNotification } from '../../testing/start-notification.ts';

const COUNT = 40;

/** A sender whose e-mails take until they are let go. */
function openGate() {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const email: EmailSender = {
    send: async ({ messageId }) => {
      begun.push(messageId);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return { kind: 'sent' };
    },
    close: () => undefined,
  };
  return {
    email,
    begun,
    letGo: () => waiting.shift()?.(),
    open: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

it('records each e-mail as it is sent, and leaves at a stop what is not begun to others at once', async () => {
  const gate = openGate();
  const notification = await startNotification({ SMTP_CONNECTIONS: '1' }, { email: gate.email });
  const probe = await openEventProbe(notification.env, ['webhook.endpoints']);
  const user = aUser({ email: `u${randomUUIDv7()}@example.com` });
  const { userId } = user;
  await probe.publish(userRegistered(user));
  await eventually(() => notification.deps().contacts.find(userId));

  // Deferred first, so that one claim takes them all.
  const later = new Date(Date.now() + HOUR_MS);
  const dnd = { dndEnabled: true, dndStart: new Date(0), dndEnd: later };
  await notification.deps().preferences.update(userId, dnd);
  const notice = {
    type: 'campaign_updated',
    priority: 'normal',
    title: 'title',
    message: 'message',
    entityType: null,
    entityId: null,
    channels: ['email'],
  } as const;
  await createNotifications(notification.deps())(
    Array.from({ length: COUNT }, () => ({
      userId,
      causeId: randomUUIDv7(),
      correlationId: 'c',
      notice,
    })),
  );
  notification.setNow(later);

  const sent = async (): Promise<number> => {
    const filter = { unreadOnly: false, type: undefined };
    const rows = await notification
      .deps()
      .notifications.list(userId, filter, { offset: 0, limit: 100 });
    return rows.filter(({ status }) => status === 'sent').length;
  };
  await eventually(() => gate.begun.length === 2);
  gate.letGo();
  await eventually(async () => (await sent()) === 1);
  expect(gate.begun.length).toBeLessThanOrEqual(3);

  const stopping = { ended: false };
  const stopped = notification.service.close().then(() => (stopping.ended = true));
  while (!stopping.ended) {
    gate.letGo();
    await pause(100);
  }
  await stopped;
  expect(gate.begun.length).toBeLessThan(COUNT);
  gate.open();
  const second = await notification.startAnother();
  await eventually(async () => (await sent()) === COUNT, { timeoutMs: 20_000 });
  expect(gate.begun).toHaveLength(COUNT);
  expect(new Set(gate.begun).size).toBe(COUNT);
  await second.close();
  await probe.close();
  await notification.close();
});
