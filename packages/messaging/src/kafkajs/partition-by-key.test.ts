import fc from 'fast-check';
import kafkajs from 'kafkajs';
import { partitionByKey } from './partition-by-key.ts';

const key = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

describe('partitionByKey', () => {
  const metadataOf = (partitions: number) =>
    Array.from({ length: partitions }, (_, partitionId) => ({
      partitionId,
      leader: 1,
      partitionErrorCode: 0,
      replicas: [1],
      isr: [1],
    }));

  it('assigns every key to the partition that kafkajs would, so that events of one key stay in order', () => {
    const [ours, theirs] = [partitionByKey(), kafkajs.Partitioners.DefaultPartitioner()];
    fc.assert(
      fc.property(key, fc.integer({ min: 1, max: 1_000 }), (given, partitions) => {
        const message = { key: given, value: null };
        const options = { topic: 't', partitionMetadata: metadataOf(partitions), message };
        expect(ours(options)).toBe(theirs(options));
      }),
    );
  });

  it('takes the partitions in turn for messages without a key', () => {
    const place = partitionByKey();
    const message = { key: null, value: null };
    const options = { topic: 't', partitionMetadata: metadataOf(3), message };
    expect(new Set([place(options), place(options), place(options)])).toEqual(new Set([0, 1, 2]));
  });
});
