import kafkajs from 'kafkajs';
import { murmur2 } from './murmur2.ts';

/** Keys go to partitions as the Java client would place them, and as kafkajs does by itself. */
export const partitionByKey: kafkajs.ICustomPartitioner = () => {
  const inTurn = kafkajs.Partitioners.DefaultPartitioner();
  return (asked) => {
    const { partitionMetadata, message } = asked;
    const { key } = message;
    if (key === null || key === undefined) return inTurn(asked);
    return (murmur2(key) & 0x7fffffff) % partitionMetadata.length;
  };
};
