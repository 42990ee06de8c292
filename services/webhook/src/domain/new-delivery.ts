import { DAY_MS } from '@tributary/units';
import { type EventName } from './event-catalog.ts';
import { type MacroValues } from './postback.ts';

/** What receivers are sent. */
export interface Envelope {
  readonly id: string;
  readonly event: EventName;
  /** When the event happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message on its way to one endpoint. */
export interface DeliveryDraft {
  readonly id: string;
  readonly endpointId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly eventType: EventName;
  /** The envelope's text. */
  readonly body: string;
  readonly correlationId: string;
  /** For a postback. */
  readonly macros?: MacroValues;
  /** Sent to be looked at: nothing happened, so it is not recovered and counts in no statistics. */
  readonly isTest?: true;
}

export const SWITCHED_OFF = 'The endpoint is switched off';

const KEPT_MS = 90 * DAY_MS;

/** A delivery as it begins: due at once, or ended already where the endpoint is switched off. */
export const newDelivery = (draft: DeliveryDraft, isActive: boolean, now: Date) => {
  const { id, ...rest } = draft;
  return {
    _id: id,
    ...rest,
    status: isActive ? ('retrying' as const) : ('failed' as const),
    attempts: 0,
    nextAttemptAt: isActive ? now : null,
    responseCode: null,
    responseBody: null,
    errorMessage: isActive ? null : SWITCHED_OFF,
    createdAt: now,
    deliveredAt: null,
    retriedAs: null,
    expiresAt: new Date(now.getTime() + KEPT_MS),
    attemptLog: [],
  };
};

/** The message of one that failed, as a delivery of its own with attempts of its own. */
export function deliveryAgain(failed: Omit<DeliveryDraft, 'id'>, id: string, now: Date) {
  const { endpointId, ownerId, messageId, eventType, body, correlationId, macros, isTest } = failed;
  const draft = {
    ...{ id, endpointId, ownerId, messageId, eventType, body, correlationId },
    ...(macros === undefined ? {} : { macros }),
    ...(isTest === undefined ? {} : { isTest }),
  };
  return newDelivery(draft, true, now);
}
