import { z } from 'zod';
import { type EventType } from '@tributary/contracts';
import { groupByType } from './group-by-type.ts';
import { batchConsumer } from './handlers.ts';

const handler = batchConsumer({ schema: z.unknown() } as unknown as EventType, () =>
  Promise.resolve(),
);

/** `a1 b1` are events of types a and b with the key 1. */
const readings = (text: string) =>
  text.split(' ').map((item, index) => ({
    kind: 'event' as const,
    handler,
    message: {
      topic: 't',
      partition: 0,
      offset: String(index),
      key: item.slice(1),
      value: null,
      headers: {},
    },
    event: {
      id: String(index),
      type: item.slice(0, 1),
      data: item,
      occurredAt: new Date(0),
      correlationId: '',
    },
  }));

const grouped = (text: string): string[] =>
  groupByType(readings(text)).map((group) => group.map(({ event }) => event.data).join(' '));

describe('groupByType', () => {
  it('groups events of one type, however they are mixed with others', () => {
    expect(grouped('a1 b2 a3 b4 a5')).toEqual(['a1 a3 a5', 'b2 b4']);
  });

  it('lets no event overtake an earlier one of its key', () => {
    expect(grouped('a1 b1 a1')).toEqual(['a1', 'b1', 'a1']);
    expect(grouped('a1 b1 a2 b2 a1')).toEqual(['a1 a2', 'b1 b2', 'a1']);
    expect(grouped('b2 a1 b1 a2')).toEqual(['b2', 'a1 a2', 'b1']);
  });

  it('groups several types that are handled alike, each key in its order', () => {
    const isVowel = (type: string): boolean => 'ae'.includes(type);
    const alike = groupByType(readings('a1 b1 e2 e1 a3'), ({ event: { type } }) =>
      isVowel(type) ? 'vowel' : type,
    );
    expect(alike.map((group) => group.map(({ event }) => event.data).join(' '))).toEqual([
      'a1 e2',
      'b1',
      'e1 a3',
    ]);
  });
});
