import fc from 'fast-check';
import { type GroupMember, sharePartitions } from './share-partitions.ts';

const topics = ['clicks', 'orders', 'payouts'];

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const partitionsOf = (counts: readonly number[]): Map<string, number[]> =>
  new Map(counts.map((count, index) => [topics[index] ?? '', upTo(count)]));

const fresh = (count: number): GroupMember[] =>
  upTo(count).map((index) => ({ id: `m${String(index)}`, topics, owned: {} }));

/** The members as they join again after a share. */
const after = (
  members: readonly GroupMember[],
  shares: ReturnType<typeof sharePartitions>,
): GroupMember[] => members.map((member) => ({ ...member, owned: shares.get(member.id) ?? {} }));

const counts = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 3, maxLength: 3 });
const size = fc.integer({ min: 1, max: 6 });

describe('the partitions of a group', () => {
  it('go to one member each, evenly for every topic and in all', () => {
    fc.assert(
      fc.property(counts, size, size, (numbers, first, second) => {
        const partitions = partitionsOf(numbers);
        const members = after(fresh(first), sharePartitions(fresh(first), partitions));
        const all = [...members, ...fresh(first + second).slice(first)];
        const shares = sharePartitions(all, partitions);
        const sizes = [...shares.values()].map((share) => Object.values(share).flat().length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        for (const [topic, expected] of partitions) {
          const given = [...shares.values()].map((share) => share[topic] ?? []);
          expect(given.flat().toSorted((a, b) => a - b)).toEqual(expected);
          const lengths = given.map(({ length }) => length);
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('stay where they are while the members stay', () => {
    fc.assert(
      fc.property(counts, size, (numbers, count) => {
        const partitions = partitionsOf(numbers);
        const shares = sharePartitions(fresh(count), partitions);
        expect(sharePartitions(after(fresh(count), shares), partitions)).toEqual(shares);
      }),
    );
  });

  it('stay with the others when one of three members leaves', () => {
    const partitions = partitionsOf([24, 12, 12]);
    const members = after(fresh(3), sharePartitions(fresh(3), partitions));
    const [, ...others] = members;
    const shares = sharePartitions(others, partitions);
    for (const { id, owned } of others) {
      for (const topic of topics) {
        expect(shares.get(id)?.[topic]).toEqual(expect.arrayContaining([...(owned[topic] ?? [])]));
      }
    }
  });

  it('of a topic go only to members that subscribe to it', () => {
    const [reader, other] = fresh(2) as [GroupMember, GroupMember];
    const shares = sharePartitions(
      [reader, { ...other, topics: ['orders'] }],
      partitionsOf([6, 2]),
    );
    expect(shares.get('m0')?.['clicks']).toHaveLength(6);
    expect(shares.get('m1')).toEqual({ orders: [expect.any(Number)] });
  });
});
