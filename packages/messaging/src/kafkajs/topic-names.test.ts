import fc from 'fast-check';
import {
  brokerPartition,
  nameOfVersion,
  namesAmong,
  portPartition,
  versionOfName,
} from './topic-names.ts';

describe('versions of a topic', () => {
  const topic = fc.constantFrom('tracking.clicks', 'payout.payouts', 'tracking.click-counts.dead');
  const version = fc.integer({ min: 1, max: 999 });

  it('have different names, from which they are read again', () => {
    fc.assert(
      fc.property(topic, version, (name, number) => {
        const named = { topic: name, version: number };
        expect(versionOfName(nameOfVersion(named))).toEqual(named);
      }),
    );
  });

  it('number their partitions apart, those of a later version behind all of an earlier one', () => {
    fc.assert(
      fc.property(version, fc.nat(9_999), fc.nat(9_999), (number, partition, other) => {
        const numbered = portPartition(number, partition);
        const name = nameOfVersion({ topic: 't', version: number });
        expect(brokerPartition('t', numbered)).toEqual({ name, partition });
        expect(portPartition(number + 1, other)).toBeGreaterThan(numbered);
      }),
    );
  });

  it('are listed from the oldest to the newest, without topics of others', () => {
    const existing = ['x-a.b.v10', 'x-a.b.v2', 'x-a.b', 'x-a.b.dead', 'y-a.b', 'x-a.c'];
    expect(namesAmong(existing, 'x-', ['a.b', 'a.d'])).toEqual(['x-a.b', 'x-a.b.v2', 'x-a.b.v10']);
  });
});
