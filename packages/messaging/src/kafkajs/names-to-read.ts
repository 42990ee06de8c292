import { setTimeout as sleep } from 'node:timers/promises';
import { withAdmin } from './admin.ts';
import type { Client } from './client.ts';
import { findUnhandled } from './progress.ts';

/**
 * The broker's names of what a group reads of these topics: of a topic with several versions the oldest, and each
 * further one once the group has handled all before it, so that it reads every key in order.
 */
export async function namesToRead(
  client: Client,
  groupId: string,
  topics: readonly string[],
): Promise<string[]> {
  await client.versions.refresh();
  const versions = topics.map((topic) => client.versions.namesOf(topic));
  if (versions.every(({ length }) => length === 1)) return versions.flat();
  return withAdmin(client, async (admin) => {
    const unhandled = await findUnhandled(admin, client.topicPrefix + groupId, versions.flat());
    const isBehind = (name: string): boolean =>
      [...unhandled.keys()].some((place) => place.startsWith(`${name}/`));
    return versions.flatMap((names) => {
      const first = names.findIndex(isBehind);
      return first === -1 ? names : names.slice(0, first + 1);
    });
  });
}

/** Returns when there is more to read than these, or one of them is gone; also when `over` fires. */
export async function untilOtherNames(
  client: Client,
  group: { readonly groupId: string; readonly topics: readonly string[] },
  { names, over }: { readonly names: readonly string[]; readonly over: AbortSignal },
): Promise<void> {
  const isOver = (): boolean => over.aborted;
  while (!isOver()) {
    await sleep(client.versions.maxAgeMs, undefined, { signal: over, ref: false }).catch(() => 0);
    if (isOver()) return;
    const found = await namesToRead(client, group.groupId, group.topics).catch(() => names);
    const existing = new Set(group.topics.flatMap((topic) => client.versions.namesOf(topic)));
    if (found.some((name) => !names.includes(name))) return;
    if (names.some((name) => !existing.has(name))) return;
  }
}
