import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { createNotifications } from '../../workflows/create-notifications.ts';
import { type EmailSender } from '../../clients/email-sender.ts';
import { startNotification } from '../../testing/start-notification.ts';

const COUNT = 40;

/** An e-mail sender that completes each e-mail when the test releases it. */
function openGate() {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const email: EmailSender = {
    send: async ({ messageId }) => {
      started.push(messageId);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return { kind: 'sent' };
    },
    close: () => undefined,
  };
  return {
    email,
    started,
    release: () => waiting.shift()?.(),
    open: () => {
      isOpen = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

it('saves each outcome at once, and releases the notifications that are not started at a stop', async () => {
  const gate = openGate();
  const notification = await startNotification({ SMTP_CONNECTIONS: '1' }, { email: gate.email });
  const { userId } = await notification.createUser();

  // Deferred, so that one claim includes all of them.
  const later = new Date(Date.now() + HOUR_MS);
  const dnd = { dndEnabled: true, dndStart: new Date(0), dndEnd: later };
  await notification.deps().preferences.update(userId, dnd);
  const notice = {
    type: 'campaign_updated',
    priority: 'normal',
    text: () => ({ title: 'title', message: 'message' }),
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
  await eventually(() => gate.started.length === 2);
  gate.release();
  await eventually(async () => (await sent()) === 1);
  expect(gate.started.length).toBeLessThanOrEqual(3);

  const stopping = { ended: false };
  const stopped = notification.service.close().then(() => (stopping.ended = true));
  while (!stopping.ended) {
    gate.release();
    await pause(100);
  }
  await stopped;
  expect(gate.started.length).toBeLessThan(COUNT);
  gate.open();
  const second = await notification.startAnother();
  await eventually(async () => (await sent()) === COUNT, { timeoutMs: 20_000 });
  expect(gate.started).toHaveLength(COUNT);
  expect(new Set(gate.started).size).toBe(COUNT);
  await second.close();
  await notification.close();
});
