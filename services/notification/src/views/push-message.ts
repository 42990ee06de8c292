import { type AnyType, type Priority } from '../domain/notification.ts';

/** The message that a browser's service worker receives. */
export interface PushMessage {
  /** The notification's id, by which a browser drops a repeated message. */
  readonly id: string;
  readonly type: AnyType;
  readonly title: string;
  readonly message: string;
  /** The complete URL behind the notification, and its label. */
  readonly url: string | null;
  readonly label: string | null;
}

/** Push services accept 4,096 bytes, of which encryption needs about a hundred. */
const MAX_BYTES = 3_800;
const MIN_LENGTH = 100;

/** The message as JSON, shortened until it fits; the notification itself has the full text. */
export function pushPayload(message: PushMessage): string {
  let shortened = message;
  let text = JSON.stringify(shortened);
  while (Buffer.byteLength(text) > MAX_BYTES) {
    shortened =
      shortened.message.length > MIN_LENGTH
        ? { ...shortened, message: shortened.message.slice(0, shortened.message.length / 2) }
        : { ...shortened, url: null, label: null, title: shortened.title.slice(0, MIN_LENGTH) };
    text = JSON.stringify(shortened);
  }
  return text;
}

/** The `Urgency` header of RFC 8030, which decides whether a sleeping device wakes up. */
export const urgencyOf = (priority: Priority): 'low' | 'normal' | 'high' =>
  priority === 'urgent' ? 'high' : priority;

/** The `Topic` header: a repeated message replaces a pending one. At most 32 base64url characters. */
export const topicOf = (id: string): string => id.replaceAll('-', '');
