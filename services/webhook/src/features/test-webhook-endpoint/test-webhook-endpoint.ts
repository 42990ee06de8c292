import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type AttemptResult, isSuccess } from '../../domain/delivery.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { type EventName } from '../../domain/event-catalog.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';
import { sampleMacros } from '../../domain/sample-payloads.ts';
import { currentContext } from '@tributary/context';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  readonly eventType: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Sends one message at once, to be looked at; it is not retried and counts in no statistics. */
export const sendTest =
  (deps: Deps) =>
  async ({ actor, endpointId, eventType, payload }: Input) => {
    requirePro(actor);
    const endpoint = await deps.endpoints.get(endpointId, actor.id);
    const now = deps.clock.now();
    const messageId = deps.newId();
    const envelope: Envelope = {
      id: messageId,
      event: eventType,
      timestamp: now.toISOString(),
      data: payload,
    };
    const body = JSON.stringify(envelope);
    const macros = endpoint.postback === undefined ? {} : { macros: sampleMacros(eventType) };
    const result = await deps.attempt(endpoint, { messageId, eventType, body, ...macros }, now);
    const id = deps.newId();
    const correlationId = currentContext()?.correlationId ?? id;
    const ownerId = actor.id;
    const draft = {
      ...{ id, endpointId, ownerId, messageId, eventType, body, correlationId },
      ...macros,
      isTest: true as const,
    };
    const ended = endedBy(result, deps.clock.now());
    const { responseCode, responseBody, errorMessage: error } = ended;
    const note = { at: now, durationMs: result.durationMs, responseCode, responseBody, error };
    const row = { ...newDelivery(draft, true, now), ...ended, attemptLog: [note] };
    await deps.deliveries.addNew([row]);
    return { deliveryId: id, ...ended, durationMs: result.durationMs };
  };

const endedBy = (result: AttemptResult, now: Date) => ({
  status: isSuccess(result) ? ('success' as const) : ('failed' as const),
  attempts: 1,
  nextAttemptAt: null,
  responseCode: result.kind === 'answered' ? result.status : null,
  responseBody: result.kind === 'answered' ? result.body : null,
  errorMessage: errorOf(result),
  deliveredAt: isSuccess(result) ? now : null,
});

function errorOf(result: AttemptResult): string | null {
  if (result.kind !== 'answered') return result.error;
  return isSuccess(result) ? null : `Answered ${String(result.status)}`;
}
