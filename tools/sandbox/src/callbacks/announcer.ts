import { openCallbackSender } from './callback-sender.ts';
import type { CallbackSenderDeps } from './callback-sender.ts';
import type { CallbackEvent, Delivery, EventLog } from './event-log.ts';

export type Announcer = Readonly<{
  send(event: CallbackEvent): void;
  /** Goes on with what an earlier run left undelivered. */
  resume(): void;
  close(): void;
}>;

type Books = Readonly<{
  events: EventLog;
  record(change: Readonly<{ delivery: Delivery & Readonly<{ eventId: string }> }>): void;
}>;

/** A callback sender that keeps its progress in a provider's books. */
export function openAnnouncer(
  deps: Omit<CallbackSenderDeps, 'onAttempt'>,
  books: Books,
): Announcer {
  const sender = openCallbackSender({
    ...deps,
    onAttempt: (eventId, delivery) => {
      // Only the end is recorded: after a restart the attempts begin at the first.
      if (delivery.state === 'pending') books.events.settle(eventId, delivery);
      else books.record({ delivery: { ...delivery, eventId } });
    },
  });
  return {
    send: sender.send,
    resume: () => {
      for (const event of books.events.oldestFirst()) {
        if (event.delivery.state === 'pending') sender.resume(event);
      }
    },
    close: sender.close,
  };
}
