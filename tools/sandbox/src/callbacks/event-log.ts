export type DeliveryState = 'pending' | 'delivered' | 'given_up';
export type Delivery = Readonly<{ state: DeliveryState; attempts: number }>;

/** An event that a provider sends to its customer, with the state of its delivery. */
export type CallbackEvent = Readonly<{
  id: string;
  type: string;
  createdMs: number;
  /** The body of the callback. */
  payload: unknown;
  delivery: Delivery;
}>;

/** All events that are still to be delivered, and the newest of the others. */
export type EventLog = Readonly<{
  put(event: CallbackEvent): void;
  settle(id: string, delivery: Delivery): void;
  newestFirst(afterId?: string): Iterable<CallbackEvent>;
  oldestFirst(): Iterable<CallbackEvent>;
}>;

const MAX_SETTLED = 20_000;

export function createEventLog(): EventLog {
  const events = new Map<string, CallbackEvent>();
  const settled: string[] = [];

  function noteSettled(id: string): void {
    settled.push(id);
    if (settled.length <= MAX_SETTLED) return;
    const oldest = settled.shift();
    if (oldest !== undefined) events.delete(oldest);
  }

  function* newestFirst(afterId?: string): Iterable<CallbackEvent> {
    const all = [...events.values()];
    const start = afterId === undefined ? all.length : all.findIndex(({ id }) => id === afterId);
    for (let at = start - 1; at >= 0; at -= 1) {
      const event = all[at];
      if (event) yield event;
    }
  }

  return {
    put: (event) => {
      events.set(event.id, event);
      if (event.delivery.state !== 'pending') noteSettled(event.id);
    },
    settle: (id, { state, attempts }) => {
      const event = events.get(id);
      if (event?.delivery.state !== 'pending') return;
      events.set(id, { ...event, delivery: { state, attempts } });
      if (state !== 'pending') noteSettled(id);
    },
    newestFirst,
    oldestFirst: () => events.values(),
  };
}
