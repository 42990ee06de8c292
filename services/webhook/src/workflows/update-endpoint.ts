import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Endpoint, requirePro } from '../domain/endpoint.ts';
import { SWITCHED_OFF } from '../domain/new-delivery.ts';
import { checkUrl } from './check-url.ts';
import { countEnded } from './cancel-deliveries.ts';
import { type EndedDelivery } from '../store/delivery-store.ts';
import { type EndpointChange } from '../store/endpoint-store.ts';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  readonly change: EndpointChange;
  /** Which of the two it must be; the other one is not found. */
  readonly kind: 'webhook' | 'postback';
}

/**
 * Changes an endpoint. What waits for one that is switched off ends, and can be recovered. One that is
 * switched on or called elsewhere begins anew: what failed before says nothing of it any more.
 */
export const changeEndpoint =
  (deps: Deps) =>
  async ({ actor, endpointId, change, kind }: Input): Promise<Endpoint> => {
    requirePro(actor);
    const { url, postback } = await deps.endpoints.get(endpointId, actor.id, kind);
    if (change.url !== undefined) await checkUrl(deps, { url: change.url, postback }, 'url');
    const now = deps.clock.now();
    let ended: readonly EndedDelivery[] = [];
    const changed = await deps.transaction(async ({ endpoints, deliveries, lanes }) => {
      const endpoint = await endpoints.change(endpointId, actor.id, change, now);
      // Of what waits for one that is off the first end with it, and its lane ends the rest.
      if (!endpoint.active) ended = await deliveries.endSome(endpointId, SWITCHED_OFF);
      await lanes.poke([endpointId], now);
      if (change.active === true || endpoint.url !== url) {
        await lanes.resetHealth(endpointId);
        await endpoints.forgetWarning(endpointId);
      }
      return endpoint;
    });
    await countEnded(deps, ended);
    deps.interrupts.ring(endpointId);
    deps.lanesNudge.ring();
    return changed;
  };
