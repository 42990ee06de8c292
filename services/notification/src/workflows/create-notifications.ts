import { createHash } from 'node:crypto';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type Digest, digestIdOf } from '../domain/digest.ts';
import { defaultPreferences } from '../domain/preferences.ts';
import { type Notice, type Plan, planNotice } from '../domain/notice.ts';
import { categoryOf } from '../domain/notification.ts';
import { type NotificationRow } from '../store/collections.ts';

/** A notice for a user, and what caused it. */
export interface Posting {
  readonly userId: string;
  /** The event's id, or that of the call: the same cause tells nobody twice. */
  readonly causeId: string;
  readonly correlationId: string;
  readonly notice: Notice;
}

const KEPT_MS = 180 * DAY_MS;

/**
 * Saves notices as the users' preferences want them: shown in the product, queued, or suppressed.
 * Doing it again for the same causes adds nothing. Answers the ids, in the order of the postings
 * and, within one, of its channels.
 */
export const postNotices =
  (deps: Deps) =>
  async (postings: readonly Posting[]): Promise<string[]> => {
    if (postings.length === 0) return [];
    const userIds = [...new Set(postings.map(({ userId }) => userId))];
    const preferences = await deps.people.listPreferences(userIds);
    const now = deps.clock.now();
    const planned = postings.flatMap((posting) => {
      const chosen = preferences.get(posting.userId) ?? defaultPreferences;
      const plans = planNotice(posting.notice, chosen, now);
      const counted = countedOf(plans);
      return plans.map((plan) => ({ posting, plan, isCopy: plan !== counted }));
    });
    // First the digests: a notification that waits for one that is not there would wait for ever.
    await deps.digests.addNew(planned.flatMap(digestsOf));
    // As late as can be: streams look back only so far for what bears an earlier moment.
    const writtenAt = deps.clock.now();
    const rows = planned.map((one) => rowOf(one, writtenAt));
    await deps.notifications.addNew(rows);
    deps.queueNudge.ring();
    const shown = rows.filter(({ channel, status }) => channel === 'in_app' && status === 'sent');
    deps.arrivals.announce([...new Set(shown.map(({ userId }) => userId))]);
    return rows.map(({ _id }) => _id);
  };

interface Planned {
  readonly posting: Posting;
  readonly plan: Plan;
  readonly isCopy: boolean;
}

/** The one that is to be read: what is shown in the product, else the first that goes out. */
const countedOf = (plans: readonly Plan[]): Plan | undefined => {
  const reaching = plans.filter(({ status }) => status !== 'suppressed');
  return reaching.find(({ channel }) => channel === 'in_app') ?? reaching[0];
};

/** The digest that a notification goes into; none for most. */
const digestsOf = ({ posting: { userId }, plan: { channel, digestAt } }: Planned): Digest[] =>
  digestAt === undefined ? [] : [{ userId, channel, at: digestAt }];

function rowOf(planned: Planned, now: Date): NotificationRow {
  const { posting, plan, isCopy } = planned;
  const { notice, userId, causeId, correlationId } = posting;
  const [digest] = digestsOf(planned);
  const reason = plan.reason === undefined ? {} : { reason: plan.reason };
  return {
    _id: derivedId(causeId, `${userId} ${notice.type} ${plan.channel}`),
    userId,
    type: notice.type,
    channel: plan.channel,
    title: notice.title,
    message: notice.message,
    priority: notice.priority,
    status: plan.status,
    actionUrl: notice.actionUrl ?? null,
    actionLabel: notice.actionLabel ?? null,
    entityType: notice.entityType,
    entityId: notice.entityId,
    metadata: { category: categoryOf(notice.type), ...reason },
    isCopy,
    readAt: null,
    createdAt: now,
    sentAt: plan.status === 'sent' ? now : null,
    removedAt: null,
    dueAt: plan.dueAt,
    attempts: 0,
    claim: null,
    digestId: digest === undefined ? null : digestIdOf(digest),
    correlationId,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
}

/** Version and time of an id stay; the rest is replaced. */
const KEPT_CHARACTERS = 14;

/** An id made of another one and a text, the same every time: a UUIDv7 that sorts where `id` does. */
function derivedId(id: string, text: string): string {
  const digest = createHash('sha256').update(`${id} ${text}`).digest();
  digest.writeUInt8((digest.readUInt8(2) & 0x3f) | 0x80, 2);
  const hex = digest.toString('hex');
  const rest = `7${hex.slice(1, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 20)}`;
  return `${id.slice(0, KEPT_CHARACTERS)}${rest}`;
}
