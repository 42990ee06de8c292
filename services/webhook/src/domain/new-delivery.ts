import { type MacroValues } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { ENDPOINT_SWITCHED_OFF } from './delivery.ts';
import { type EventName } from './event-catalog.ts';

/** The JSON body that receivers get. */
export interface Envelope {
  readonly id: string;
  readonly event: EventName;
  /** When the event happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The content of a delivery: one message for one endpoint. */
export interface DeliveryDraft {
  readonly id: string;
  readonly endpointId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly eventType: EventName;
  /** The serialized envelope. */
  readonly body: string;
  readonly correlationId: string;
  /** Of the event, whose trace is kept; its attempts are part of that trace. */
  readonly traceparent?: string;
  /** The values of a postback's macros. */
  readonly macros?: MacroValues;
  /** A test send: excluded from recovery and statistics. */
  readonly isTest?: true;
}

const RETENTION_MS = 90 * DAY_MS;

/** A new delivery: due at once, or failed at once if the endpoint is switched off. */
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
    errorMessage: isActive ? null : ENDPOINT_SWITCHED_OFF,
    createdAt: now,
    deliveredAt: null,
    retriedAs: null,
    expiresAt: new Date(now.getTime() + RETENTION_MS),
    attemptLog: [],
  };
};

/** A new delivery with the message of a failed one, and with attempts of its own. */
export function redelivery(failed: Omit<DeliveryDraft, 'id'>, id: string, now: Date) {
  const { endpointId, ownerId, messageId, eventType, body, correlationId, macros, isTest } = failed;
  const draft = {
    ...{ id, endpointId, ownerId, messageId, eventType, body, correlationId },
    ...(macros === undefined ? {} : { macros }),
    ...(isTest === undefined ? {} : { isTest }),
  };
  return newDelivery(draft, true, now);
}
