import { type ServiceId, storingServices } from '@tributary/catalog';
import { withTimeout } from '@tributary/work';
import { type InnerClient } from '../http/inner-client.ts';
import { type ServiceState, serviceStateSchema } from './service-state.ts';
import { STATE_PATH, STATE_TIMEOUT_MS } from './state-route.ts';

/** A service and its state; undefined where it gave no answer in time. */
export interface FoundState {
  readonly service: ServiceId;
  readonly state: ServiceState | undefined;
}

async function requestState(
  client: InnerClient,
  service: ServiceId,
  authorization: string,
): Promise<ServiceState | undefined> {
  const call = { service, path: STATE_PATH, authorization, timeoutMs: STATE_TIMEOUT_MS };
  const { statusCode, body } = await client.get(call);
  if (statusCode === 200) return serviceStateSchema.parse(await body.json());
  await body.dump();
  return undefined;
}

interface Collector {
  readonly client: InnerClient;
  /** The service that collects, which reads its own state without a call. */
  readonly service: ServiceId;
  readonly readOwnState: () => Promise<ServiceState>;
}

/** Who collects the states of all services with a database. */
export interface StateCollector {
  /**
   * Queries all of them at the same moment; in the order of their names. Never rejects.
   * @param authorization the administrator's `Authorization` header
   */
  findAll(authorization: string): Promise<FoundState[]>;
}

/** Opens what identity shows administrators. */
export const openStateCollector = (collector: Collector): StateCollector => ({
  findAll: (authorization) =>
    Promise.all(
      storingServices.toSorted().map(async (service) => {
        const requested: Promise<ServiceState | undefined> =
          service === collector.service
            ? collector.readOwnState()
            : requestState(collector.client, service, authorization);
        const inTime = withTimeout(STATE_TIMEOUT_MS, requested, () => undefined);
        return { service, state: await inTime.catch(() => undefined) };
      }),
    ),
});
