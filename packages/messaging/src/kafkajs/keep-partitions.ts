import kafkajs from 'kafkajs';
import { type GroupMember, sharePartitions } from './share-partitions.ts';

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const VERSION = 0;
const NAME = 'KeepPartitions';

type Owned = GroupMember['owned'];

/** What another release, or nobody, wrote there counts as nothing. */
function readOwned(userData: Buffer): Owned {
  try {
    return JSON.parse(userData.toString()) as Owned;
  } catch {
    return {};
  }
}

function readMember({ memberId, memberMetadata }: kafkajs.GroupMember): GroupMember {
  const metadata = MemberMetadata.decode(memberMetadata);
  if (metadata === null) return { id: memberId, topics: [], owned: {} };
  return { id: memberId, topics: metadata.topics, owned: readOwned(metadata.userData) };
}

/**
 * Shares out partitions so that they stay where they were. kafkajs has no static membership: a member that comes back
 * has another id, and its own assigner deals all partitions anew by the order of ids.
 * @param owned the partitions that this member has
 */
const keepPartitions =
  (owned: () => Owned): kafkajs.PartitionAssigner =>
  ({ cluster }) => ({
    name: NAME,
    version: VERSION,
    protocol: ({ topics }) => ({
      name: NAME,
      metadata: MemberMetadata.encode({
        version: VERSION,
        topics,
        userData: Buffer.from(JSON.stringify(owned())),
      }),
    }),
    assign: ({ members, topics }) => {
      const partitions = topics.map((topic) => {
        const found = cluster.findTopicPartitionMetadata(topic);
        return [topic, found.map(({ partitionId }) => partitionId)] as const;
      });
      const shares = sharePartitions(members.map(readMember), new Map(partitions));
      return Promise.resolve(
        [...shares].map(([memberId, assignment]) => ({
          memberId,
          memberAssignment: MemberAssignment.encode({
            version: VERSION,
            assignment,
            userData: Buffer.alloc(0),
          }),
        })),
      );
    },
  });

/** The second one is for the time in which members of a release before are in the group. */
export const assignersOf = (owned: () => Owned): kafkajs.PartitionAssigner[] => [
  keepPartitions(owned),
  kafkajs.PartitionAssigners.roundRobin,
];
