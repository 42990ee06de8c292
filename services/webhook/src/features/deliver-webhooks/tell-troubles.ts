import { endpointFailing, endpointSwitchedOff } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { type Endpoint } from '../../domain/endpoint.ts';
import { type LaneTrouble, SWITCH_OFF_AFTER_MS } from '../../domain/lane.ts';

type Parts = Pick<Deps, 'transaction'>;

/** Switches an endpoint off or warns of it, and says so for its owner: once, however often it is called. */
export const tellTrouble = (
  { transaction }: Parts,
  endpointId: string,
  trouble: LaneTrouble,
  now: Date,
): Promise<void> =>
  transaction(async ({ endpoints, outbox }) => {
    if (trouble.kind === 'warning') {
      const { since, level } = trouble;
      const endpoint = await endpoints.noteWarning(endpointId, { since, level });
      if (endpoint === undefined) return;
      const switchesOffAt = new Date(since.getTime() + SWITCH_OFF_AFTER_MS).toISOString();
      const facts = { ...factsOf(endpoint, now), reason: 'failing' as const };
      await outbox.add(
        endpointFailing({ ...facts, failingSince: since.toISOString(), switchesOffAt }),
      );
      return;
    }
    const endpoint = await endpoints.switchOff(endpointId, trouble.kind);
    if (endpoint === undefined) return;
    await outbox.add(endpointSwitchedOff({ ...factsOf(endpoint, now), reason: trouble.kind }));
  });

const factsOf = ({ id, ownerId, ownerRole, url }: Endpoint, now: Date) => ({
  endpointId: id,
  ownerId,
  ownerRole,
  host: new URL(url).host,
  occurredAt: now.toISOString(),
});
