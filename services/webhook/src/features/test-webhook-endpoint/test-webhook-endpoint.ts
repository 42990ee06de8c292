import { currentContext } from '@tributary/context';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { testOutcome } from '../../domain/delivery.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { type EventName, sampleMacros } from '../../domain/event-catalog.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  readonly eventType: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
}

type TestEndpointDeps = Pick<Deps, 'clock' | 'deliveries' | 'endpoints' | 'newId' | 'sendWebhook'>;

/** Sends one test message at once. It is logged, but not retried and not part of the statistics. */
export const testWebhookEndpoint =
  (deps: TestEndpointDeps) =>
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
    const result = await deps.sendWebhook(endpoint, { messageId, eventType, body, ...macros }, now);
    const id = deps.newId();
    const correlationId = currentContext()?.correlationId ?? id;
    const draft = {
      ...{ id, endpointId, ownerId: actor.id, messageId, eventType, body, correlationId },
      ...macros,
      isTest: true as const,
    };
    const outcome = testOutcome(result, deps.clock.now());
    const { durationMs } = result;
    const { status, responseCode, responseBody, errorMessage: error } = outcome;
    const entry = { at: now, durationMs, responseCode, responseBody, error };
    const document = { ...newDelivery(draft, true, now), ...outcome, attemptLog: [entry] };
    await deps.deliveries.addNew([document]);
    return { deliveryId: id, status, responseCode, durationMs, error };
  };
