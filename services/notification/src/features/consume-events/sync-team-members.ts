import { type MemberSnapshot } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

type Events = readonly HandledEvent<MemberSnapshot>[];

const upsertMembers = (
  { teamMembers }: Pick<Deps, 'teamMembers'>,
  events: Events,
  active: boolean,
): Promise<void> =>
  teamMembers.upsert(
    events.map(({ id, data: { accountId, memberId } }) => ({
      accountId,
      memberId,
      active,
      version: id,
    })),
  );

/** Copies who may act in an account. */
export const addTeamMembers =
  (deps: Pick<Deps, 'teamMembers'>) =>
  (events: Events): Promise<void> =>
    upsertMembers(deps, events, true);

/** Ends the push messages to the browsers of removed members. */
export const removeTeamMembers =
  (deps: Pick<Deps, 'teamMembers' | 'pushSubscriptions'>) =>
  async (events: Events): Promise<void> => {
    // First, because a subscription that is made at the same time reads it afterwards.
    await upsertMembers(deps, events, false);
    for (const { data } of events) {
      await deps.pushSubscriptions.deleteOfMember(data.accountId, data.memberId);
    }
  };
