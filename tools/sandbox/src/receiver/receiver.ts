import { createBoundedList } from '../books/bounded-list.ts';
import type { BoundedList } from '../books/bounded-list.ts';
import { createTally } from './tally.ts';
import type { Tally } from './tally.ts';

export type ReceivedRequest = Readonly<{
  id: string;
  receivedAt: string;
  headers: Readonly<Record<string, string>>;
  rawBody: Buffer;
  answeredStatus: number;
}>;

/** How a receiver answers. With `timesLeft` 200 follows once they are used up. */
export type Answer = Readonly<{
  status: number;
  delayMs: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  timesLeft: number;
}>;

export type Mailbox = {
  answer: Answer;
  secret: string | undefined;
  readonly requests: BoundedList<ReceivedRequest>;
  readonly tally: Tally;
};

/** Named places that webhooks can be sent to. */
export type Receiver = Readonly<{
  /** Makes it where it is not there yet. @returns undefined where there are too many */
  open(name: string): Mailbox | undefined;
  find(name: string): Mailbox | undefined;
  forget(name: string): void;
  /** Keeps the request within all limits. @returns the answer it gets */
  take(mailbox: Mailbox, request: Omit<ReceivedRequest, 'answeredStatus'>): Answer;
}>;

export const plainAnswer: Answer = {
  status: 200,
  delayMs: 0,
  headers: {},
  body: '',
  timesLeft: Infinity,
};

const MAX_MAILBOXES = 200;
const MAX_REQUESTS_EACH = 1000;
const MAX_BYTES = 64_000_000;
const REQUEST_OVERHEAD_BYTES = 2000;

export function createReceiver(): Receiver {
  const mailboxes = new Map<string, Mailbox>();

  function keepWithinBytes(): void {
    let bytes = [...mailboxes.values()].reduce((sum, { requests }) => sum + requests.bytes(), 0);
    while (bytes > MAX_BYTES) {
      const fullest = [...mailboxes.values()].reduce((left, right) =>
        right.requests.bytes() > left.requests.bytes() ? right : left,
      );
      bytes -= fullest.requests.dropOldest();
    }
  }

  return {
    open: (name) => {
      const known = mailboxes.get(name);
      if (known || mailboxes.size >= MAX_MAILBOXES) return known;
      const mailbox: Mailbox = {
        answer: plainAnswer,
        secret: undefined,
        tally: createTally(),
        requests: createBoundedList<ReceivedRequest>(
          { items: MAX_REQUESTS_EACH, bytes: MAX_BYTES },
          ({ rawBody }) => rawBody.length + REQUEST_OVERHEAD_BYTES,
        ),
      };
      mailboxes.set(name, mailbox);
      return mailbox;
    },
    find: (name) => mailboxes.get(name),
    forget: (name) => {
      mailboxes.delete(name);
    },
    take: (mailbox, request) => {
      const { answer } = mailbox;
      mailbox.tally.add(request);
      mailbox.requests.add({ ...request, answeredStatus: answer.status });
      keepWithinBytes();
      const timesLeft = answer.timesLeft - 1;
      mailbox.answer = timesLeft > 0 ? { ...answer, timesLeft } : plainAnswer;
      return answer;
    },
  };
}
