import { type AnyType, type Priority } from '../domain/notification.ts';

/** What a browser's service worker is given. */
export interface PushMessage {
  /** The notification; also what tells a repetition. */
  readonly id: string;
  readonly type: AnyType;
  readonly title: string;
  readonly message: string;
  readonly url: string | null;
}

/** The keys with which a browser wants its messages encrypted, base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Push services take 4,096 bytes, of which encryption needs about a hundred. */
const BYTES_AT_MOST = 3_800;
const SHORTEST = 100;

/** The message as JSON, cut until it fits: what is missing is in the notification itself. */
export function pushPayload(message: PushMessage): string {
  let cut = message;
  let text = JSON.stringify(cut);
  while (Buffer.byteLength(text) > BYTES_AT_MOST) {
    cut =
      cut.message.length > SHORTEST
        ? { ...cut, message: cut.message.slice(0, cut.message.length / 2) }
        : { ...cut, url: null, title: cut.title.slice(0, SHORTEST) };
    text = JSON.stringify(cut);
  }
  return text;
}

/** How soon a sleeping device is to be woken, by RFC 8030. */
export const urgencyOf = (priority: Priority): 'low' | 'normal' | 'high' =>
  priority === 'urgent' ? 'high' : priority;

/** For the `Topic` header: a repetition replaces what still waits. At most 32 base64url characters. */
export const topicOf = (id: string): string => id.replaceAll('-', '');
