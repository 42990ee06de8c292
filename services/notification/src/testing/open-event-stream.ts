import { type NotificationAnswer } from './start-notification.ts';

/** An event as it came. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: NotificationAnswer;
}

/** Connects to an event stream and keeps what comes. */
export async function openListener(url: string, headers: Readonly<Record<string, string>>) {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
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
      leaving.abort();
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
    data: JSON.parse(fields.get('data') ?? 'null') as NotificationAnswer,
  };
}
