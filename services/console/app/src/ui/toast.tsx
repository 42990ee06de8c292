import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const SHOWN_MS = 6_000;
let messages: readonly Message[] = [];
let next = 0;
const listeners = new Set<() => void>();

function set(changed: readonly Message[]): void {
  messages = changed;
  for (const listener of listeners) listener();
}

/** Shows what happened, for some seconds, in a corner and to screen readers. */
export function showMessage(text: string, { isError = false } = {}): void {
  const id = (next += 1);
  set([...messages, { id, text, isError }].slice(-3));
  setTimeout(() => set(messages.filter((one) => one.id !== id)), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where messages appear. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages);
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex flex-col gap-2"
    >
      {shown.map(({ id, text, isError }) => (
        <p
          key={id}
          className={`flex items-center gap-2 rounded-lg bg-ink px-4 py-2.5 text-sm text-canvas shadow-lg ${isError ? 'border-l-4 border-bad' : ''}`}
        >
          <Icon name={isError ? 'alert' : 'check'} />
          {text}
        </p>
      ))}
    </div>
  );
}
