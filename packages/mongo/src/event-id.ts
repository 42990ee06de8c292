import { randomBytes } from 'node:crypto';

const SEQUENCE_LIMIT = 0x1000;

/**
 * Makes UUIDv7 strings that only ever grow within this process, also when many are made within one
 * millisecond and when the clock steps back: the outbox keeps the order of one commit by them.
 */
export function monotonicIds(now: () => number): () => string {
  let lastMs = 0;
  let sequence = 0;
  return () => {
    const ms = now();
    if (ms > lastMs) {
      lastMs = ms;
      // Starts low in its range, so that it seldom overflows within the millisecond.
      sequence = randomBytes(1).readUInt8();
    } else {
      sequence += 1;
      if (sequence === SEQUENCE_LIMIT) {
        lastMs += 1;
        sequence = 0;
      }
    }
    return format(lastMs, sequence);
  };
}

function format(ms: number, sequence: number): string {
  const time = ms.toString(16).padStart(12, '0');
  const random = randomBytes(8);
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
  const tail = random.toString('hex');
  const middle = `7${sequence.toString(16).padStart(3, '0')}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
