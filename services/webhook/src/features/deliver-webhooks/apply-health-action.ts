import { endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { type HealthAction, switchOffTime } from '../../domain/endpoint-health.ts';
import { type Endpoint } from '../../domain/endpoint.ts';

/** Warns the owner of an endpoint or switches it off, and publishes that. A repeated call has no effect. */
export const applyHealthAction = (
  { transaction }: Pick<Deps, 'transaction'>,
  endpointId: string,
  action: HealthAction,
): Promise<void> =>
  transaction(async ({ endpoints, outbox }) => {
    if (action.kind === 'warn') {
      const { since, level, at } = action;
      const endpoint = await endpoints.saveWarning(endpointId, { since, level, at });
      if (endpoint === undefined) return;
      const facts = { ...factsOf(endpoint, at), reason: 'failing' as const };
      const times = {
        failingSince: since.toISOString(),
        switchesOffAt: switchOffTime(action).toISOString(),
      };
      await outbox.add(endpointFailing({ ...facts, ...times }));
      return;
    }
    const endpoint = await endpoints.switchOff(endpointId, action);
    if (endpoint === undefined) return;
    const { reason, at } = action;
    await outbox.add(endpointSwitchedOff({ ...factsOf(endpoint, at), reason }));
  });

const factsOf = ({ id, ownerId, ownerRole, url }: Endpoint, now: Date) => ({
  endpointId: id,
  ownerId,
  ownerRole,
  host: new URL(url).host,
  occurredAt: now.toISOString(),
});
