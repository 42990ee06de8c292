import { gatewayFetch } from '@tributary/testing';
import { type NotificationBody } from './start-notification.ts';

/** A received event. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: NotificationBody;
}

/** Connects to an event stream, and collects its events. */
export async function openEventStream(url: string, headers: Readonly<Record<string, string>>) {
  const disconnect = new AbortController();
  const response = await gatewayFetch('notification', url, { headers, signal: disconnect.signal });
  const events: StreamEvent[] = [];
  const state = { text: '', ended: false };
  const read = async (): Promise<void> => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      state.text += text;
      const frames = `${rest}${text}`.split('\n\n');
      rest = frames.pop() ?? '';
      events.push(...frames.filter((frame) => frame.includes('data: ')).map(eventOf));
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (state.ended = true));
  return {
    status: response.status,
    headers: response.headers,
    events,
    get text() {
      return state.text;
    },
    ended: () => state.ended,
    close: () => {
      disconnect.abort();
    },
  };
}

function eventOf(frame: string): StreamEvent {
  const fields = new Map(
    frame.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null') as NotificationBody,
  };
}
