import { createBoundedList } from '../books/bounded-list.ts';
import type { BoundedList } from '../books/bounded-list.ts';

export type EmailMessage = Readonly<{
  id: string;
  received_at: string;
  from: string;
  /** Whom the envelope names, in lower case: that counts, not the header. */
  to: readonly string[];
  subject: string;
  text: string;
  html: string | null;
  /** Names in lower case; of a header that occurs twice the last one. */
  headers: Readonly<Record<string, string>>;
  size: number;
}>;

export type SmsMessage = Readonly<{
  id: string;
  received_at: string;
  to: string;
  text: string;
}>;

export type PushMessage = Readonly<{
  id: string;
  received_at: string;
  /** The last part of the push endpoint. */
  subscription: string;
  headers: Readonly<Record<string, string>>;
  body_base64: string;
}>;

/** What people were sent, as far as it is kept. */
export type Inbox = Readonly<{
  email: BoundedList<EmailMessage>;
  sms: BoundedList<SmsMessage>;
  push: BoundedList<PushMessage>;
}>;

const MAX_MESSAGES = 2000;
const MAX_EMAIL_BYTES = 64_000_000;
const MAX_OTHER_BYTES = 16_000_000;

export function createInbox(): Inbox {
  const other = { items: MAX_MESSAGES, bytes: MAX_OTHER_BYTES };
  return {
    email: createBoundedList<EmailMessage>(
      { items: MAX_MESSAGES, bytes: MAX_EMAIL_BYTES },
      (message) => message.text.length + (message.html?.length ?? 0) + 2000,
    ),
    sms: createBoundedList<SmsMessage>(other, ({ text }) => text.length + 200),
    push: createBoundedList<PushMessage>(other, (message) => message.body_base64.length + 2000),
  };
}
