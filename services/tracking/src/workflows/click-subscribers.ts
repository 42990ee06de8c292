import { type Logger, openOutageLog } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { type Subscribers, type WebhookClient } from '../clients/webhook-client.ts';

const EVENT = 'link.clicked';
/** How long webhook is not called again after a failure. */
const PAUSE_MS = 5 * SECOND_MS;

const EVERYBODY: Subscribers = { ownerIds: new Set(), all: true };

interface Parts {
  readonly webhookClient: Pick<WebhookClient, 'listSubscribers'>;
  readonly clock: { now(): Date };
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Finds whose endpoints subscribe to clicks. An answer serves for clicks that occurred before it was requested, so
 * that a subscription applies to every later click. While webhook is unavailable everybody counts as a subscriber,
 * because webhook delivers to subscribers only.
 */
export function openClickSubscribers({ webhookClient, clock, log }: Parts) {
  let last: { readonly at: Date; readonly answer: Promise<Subscribers> } | undefined;
  let failedAt: Date | undefined;
  const reportAway = openOutageLog(log, 'webhook is unavailable: all clicks are announced');

  const request = (): Promise<Subscribers> => {
    const at = clock.now();
    const answer = webhookClient.listSubscribers(EVENT).catch((error: unknown) => {
      reportAway(error);
      failedAt = clock.now();
      last = undefined;
      return EVERYBODY;
    });
    last = { at, answer };
    return answer;
  };

  /** @param newest when the latest of the clicks occurred */
  return (newest: Date): Promise<Subscribers> => {
    if (last !== undefined && newest < last.at) return last.answer;
    const now = clock.now().getTime();
    if (failedAt !== undefined && now - failedAt.getTime() < PAUSE_MS) {
      return Promise.resolve(EVERYBODY);
    }
    return request();
  };
}
