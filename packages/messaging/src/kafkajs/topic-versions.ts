import type kafkajs from 'kafkajs';
import { SECOND_MS } from '@tributary/units';
import { openAdmin, withAdmin } from './admin.ts';
import type { Client } from './client.ts';
import type { KnownVersions, Listed } from './known-versions.ts';
import { nameOfVersion, namesAmong, versionOfName, versionsAmong } from './topic-names.ts';

/** What is known may be this old; a move of a topic waits for longer. */
const MAX_AGE_MS = 15 * SECOND_MS;

/** A new version is open once it has had a record: the first one is written when all before it is handled. */
async function isOpen(admin: kafkajs.Admin, name: string): Promise<boolean> {
  const partitions = await admin.fetchTopicOffsets(name);
  return partitions.some(({ high }) => BigInt(high) > 0n);
}

/** What was learned last of the topics of a namespace. */
function openKnowledge(prefix: string) {
  const opened = new Set<string>();
  let existing: readonly string[] = [];
  let held: ReadonlySet<string> = new Set();
  let toWrite: ReadonlyMap<string, number> = new Map();
  let learnedAt = -Infinity;

  const isOpenNow = async (admin: kafkajs.Admin, name: string): Promise<boolean> => {
    if (!opened.has(name) && (await isOpen(admin, name))) opened.add(name);
    return opened.has(name);
  };

  const learnFrom = async (admin: kafkajs.Admin, { names, at }: Listed): Promise<void> => {
    const mine = names.filter((name) => name.startsWith(prefix));
    const topics = new Set(mine.map((name) => versionOfName(name.slice(prefix.length)).topic));
    const waiting = new Set<string>();
    const written = new Map<string, number>();
    for (const [topic, versions] of versionsAmong(mine, prefix, [...topics])) {
      const newest = versions.at(-1) ?? 1;
      if (newest === 1) continue;
      const name = prefix + nameOfVersion({ topic, version: newest });
      const isNewestOpen = await isOpenNow(admin, name);
      if (!isNewestOpen) waiting.add(topic);
      written.set(topic, isNewestOpen ? newest : (versions.at(-2) ?? newest));
    }
    [existing, held, toWrite, learnedAt] = [mine, waiting, written, at];
  };

  return {
    learnFrom,
    ageMs: () => performance.now() - learnedAt,
    held: () => held,
    nameToWrite: (topic: string) =>
      prefix + nameOfVersion({ topic, version: toWrite.get(topic) ?? 1 }),
    namesOf: (topic: string) => {
      const names = namesAmong(existing, prefix, [topic]);
      return names.length > 0 ? names : [prefix + topic];
    },
  };
}

/** Follows the versions of all topics of a namespace. It opens no connection yet. */
export function followVersions(
  client: Omit<Client, 'versions'>,
  {
    versionsMaxAgeMs = MAX_AGE_MS,
    isLasting = false,
  }: { readonly versionsMaxAgeMs?: number | undefined; readonly isLasting?: boolean | undefined },
): KnownVersions {
  const lasting = openAdmin(client);
  const look = isLasting ? lasting.use : (work: typeof learn) => withAdmin(client, work);
  const { ageMs, ...known } = openKnowledge(client.topicPrefix);
  let learning: Promise<void> | undefined;
  const learn = async (admin: kafkajs.Admin): Promise<void> => {
    const at = performance.now();
    await known.learnFrom(admin, { names: await admin.listTopics(), at });
  };
  return {
    ...known,
    refresh: async () => {
      if (ageMs() < versionsMaxAgeMs) return;
      learning ??= look(learn).finally(() => {
        learning = undefined;
      });
      await learning;
    },
    maxAgeMs: versionsMaxAgeMs,
    close: lasting.close,
  };
}
