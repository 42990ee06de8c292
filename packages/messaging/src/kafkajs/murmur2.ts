const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;

/**
 * The hash by which Kafka's clients assign keys to partitions, a signed 32-bit number. kafkajs
 * computes it in BigInts.
 */
export function murmur2(key: string | Buffer): number {
  const bytes = typeof key === 'string' ? Buffer.from(key) : key;
  const { length } = bytes;
  const whole = length - (length % 4);
  let hash = SEED ^ length;
  for (let at = 0; at < whole; at += 4) {
    const word = Math.imul(bytes.readInt32LE(at), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(word ^ (word >>> 24), MULTIPLIER);
  }
  if (whole < length) {
    hash = Math.imul(hash ^ bytes.readUIntLE(whole, length - whole), MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
