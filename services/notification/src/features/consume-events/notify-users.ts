import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type Names, type Telling, type Trigger } from '../../domain/triggers/trigger.ts';
import { guestIdOf } from './guest-id.ts';
import { type Posting, postNotices } from '../../workflows/create-notifications.ts';

/** Postings that are written at once; also the members of a campaign that are read at once. */
const AT_ONCE = 500;

/** Tells users of events. Doing it again for the same events tells nothing twice. */
export const notifyUsers =
  (deps: Deps, trigger: Trigger) =>
  async (events: readonly HandledEvent[]): Promise<void> => {
    const names = await namesFor(deps, trigger, events);
    const direct: Posting[] = [];
    for (const event of events) {
      for (const telling of trigger.tellings(event.data, names)) {
        const { to } = telling;
        if ('membersOf' in to) await tellMembers(deps, event, telling, to.membersOf);
        else if ('guest' in to) direct.push(postingOf(event, telling, guestIdOf(to.guest)));
        else direct.push(...to.map((userId) => postingOf(event, telling, userId)));
      }
    }
    for (let at = 0; at < direct.length; at += AT_ONCE) {
      await postNotices(deps)(direct.slice(at, at + AT_ONCE));
    }
  };

async function tellMembers(
  deps: Deps,
  event: HandledEvent,
  telling: Telling,
  campaignId: string,
): Promise<void> {
  for await (const members of deps.people.memberPages(campaignId, AT_ONCE)) {
    await postNotices(deps)(members.map((userId) => postingOf(event, telling, userId)));
  }
}

const postingOf = (event: HandledEvent, telling: Telling, userId: string): Posting => {
  const { to: _to, ...notice } = telling;
  return { userId, causeId: event.id, correlationId: event.correlationId, notice };
};

const keyOf = (campaignId: string, affiliateId: string): string => `${campaignId} ${affiliateId}`;

async function namesFor(
  deps: Deps,
  trigger: Trigger,
  events: readonly HandledEvent[],
): Promise<Names> {
  const wanted = events.flatMap(({ data }) => trigger.memberships(data));
  const { texts } = deps;
  if (wanted.length === 0) return { texts, campaignOf: () => undefined };
  const keys = wanted.map(({ campaignId, affiliateId }) => keyOf(campaignId, affiliateId));
  const names = await deps.people.listCampaignNames([...new Set(keys)]);
  return {
    texts,
    campaignOf: (campaignId, affiliateId) => names.get(keyOf(campaignId, affiliateId)),
  };
}
