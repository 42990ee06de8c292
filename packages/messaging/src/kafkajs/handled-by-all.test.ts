import kafkajs from 'kafkajs';
import { positionsOf } from './handled-by-all.ts';

const memberOf = (topics: string[]) =>
  kafkajs.AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) });

/** A broker that answers with these subscriptions of a group’s one member, one after the other. */
function adminOf(subscriptions: Buffer[]) {
  const left = [...subscriptions];
  return {
    describeGroups: () => {
      const memberMetadata = left.length > 1 ? left.shift() : left[0];
      return Promise.resolve({ groups: [{ members: [{ memberMetadata }] }] });
    },
    fetchOffsets: ({ topics }: { topics: string[] }) =>
      Promise.resolve(
        topics.map((topic) => ({ topic, partitions: [{ partition: 0, offset: '-1' }] })),
      ),
  } as unknown as kafkajs.Admin;
}

describe('the positions of a group', () => {
  it('begin with the first one on a topic that it subscribes to and has not handled', async () => {
    const positions = await positionsOf(adminOf([memberOf(['orders'])]), 'reader', [
      'orders',
      'other',
    ]);
    expect(positions).toEqual([{ topic: 'orders', partition: 0, offset: '0' }]);
  });

  it('wait until the group has shared out its partitions: before, the broker knows no subscription', async () => {
    const joining = adminOf([Buffer.alloc(0), Buffer.alloc(0), memberOf(['orders'])]);
    const positions = await positionsOf(joining, 'reader', ['orders']);
    expect(positions).toEqual([{ topic: 'orders', partition: 0, offset: '0' }]);
  });
});
