import { randomFillSync } from 'node:crypto';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes are drawn for many ids at a time. */
function hex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** 32 hexadecimal digits. */
export const newTraceId = (): string => hex(TRACE_ID_BYTES);

/** 16 hexadecimal digits. */
export const newSpanId = (): string => hex(SPAN_ID_BYTES);
