import { endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { type LaneTrouble, switchOffTime } from '../../domain/endpoint-health.ts';

type Parts = Pick<Deps, 'transaction'>;

/** Switches an endpoint off or warns of it, and says so for its owner: once, however often it is called. */
export const tellTrouble = (
  { transaction }: Parts,
  endpointId: string,
  trouble: LaneTrouble,
): Promise<void> =>
  transaction(async ({ endpoints, outbox }) => {
    if (trouble.kind === 'warning') {
      const { since, level, at } = trouble;
      const endpoint = await endpoints.noteWarning(endpointId, { since, level, at });
      if (endpoint === undefined) return;
      const facts = { ...factsOf(endpoint, at), reason: 'failing' as const };
      const times = {
        failingSince: since.toISOString(),
        switchesOffAt: switchOffTime(trouble).toISOString(),
      };
      await outbox.add(endpointFailing({ ...facts, ...times }));
      return;
    }
    const endpoint = await endpoints.switchOff(endpointId, trouble);
    if (endpoint === undefined) return;
    const reason = trouble.kind;
    await outbox.add(endpointSwitchedOff({ ...factsOf(endpoint, trouble.at), reason }));
  });

const factsOf = ({ id, ownerId, ownerRole, url }: Endpoint, now: Date) => ({
  endpointId: id,
  ownerId,
  ownerRole,
  host: new URL(url).host,
  occurredAt: now.toISOString(),
});
