/** A member of a group as the one that shares out the partitions knows it. */
export interface GroupMember {
  readonly id: string;
  readonly topics: readonly string[];
  /** What it has had until now, by topic. */
  readonly owned: Readonly<Record<string, readonly number[]>>;
}

type Shares = Map<string, Record<string, number[]>>;

const totalOf = (shares: Shares, id: string): number =>
  Object.values(shares.get(id) ?? {}).reduce((sum, { length }) => sum + length, 0);

/** How many partitions of a topic each member gets: as equal as can be, what is left over to those that have the fewest. */
function quotasOf(
  members: readonly GroupMember[],
  topic: string,
  { count, shares }: { readonly count: number; readonly shares: Shares },
): Map<string, number> {
  const base = Math.floor(count / members.length);
  const ownsMore = ({ owned }: GroupMember): number => ((owned[topic]?.length ?? 0) > base ? 0 : 1);
  const inLine = members.toSorted(
    (a, b) =>
      totalOf(shares, a.id) - totalOf(shares, b.id) ||
      ownsMore(a) - ownsMore(b) ||
      a.id.localeCompare(b.id),
  );
  const more = count % members.length;
  return new Map(inLine.map(({ id }, index) => [id, index < more ? base + 1 : base]));
}

/** Leaves each reader what it has, up to its quota, and shares out the rest. */
function shareTopic(
  readers: readonly GroupMember[],
  topic: string,
  {
    all,
    quotas,
  }: { readonly all: readonly number[]; readonly quotas: ReadonlyMap<string, number> },
): Map<string, number[]> {
  const left = new Set(all);
  const shares = new Map<string, number[]>();
  for (const { id, owned } of readers) {
    const kept = (owned[topic] ?? []).filter((one) => left.has(one)).slice(0, quotas.get(id));
    for (const one of kept) left.delete(one);
    shares.set(id, kept);
  }
  const rest = [...left];
  for (const [id, mine] of shares) {
    mine.push(...rest.splice(0, (quotas.get(id) ?? 0) - mine.length));
  }
  return shares;
}

/**
 * Shares the partitions of each topic among the members that subscribe to it, evenly, and leaves a partition where it
 * was as far as that is even: a restart of one member takes none from the others.
 * @param partitions the partitions of each topic
 * @returns for each member its partitions by topic
 */
export function sharePartitions(
  members: readonly GroupMember[],
  partitions: ReadonlyMap<string, readonly number[]>,
): Shares {
  const shares: Shares = new Map(members.map(({ id }) => [id, {}]));
  for (const [topic, all] of partitions) {
    const readers = members.filter(({ topics }) => topics.includes(topic));
    if (readers.length === 0) continue;
    const quotas = quotasOf(readers, topic, { count: all.length, shares });
    for (const [id, mine] of shareTopic(readers, topic, { all, quotas })) {
      Object.assign(shares.get(id) ?? {}, { [topic]: mine });
    }
  }
  return shares;
}
