import { openExportQueue, type SendSpans } from './export-queue.ts';
import type { EndedSpan } from './span-facts.ts';

const spans = (count: number) => Array.from({ length: count }, () => ({}) as EndedSpan);

describe('the queue of spans', () => {
  it('is bounded: while the collector does not answer, further spans are lost and counted', async () => {
    const batches: number[] = [];
    const answers: (() => void)[] = [];
    const send: SendSpans = (batch, done) => {
      batches.push(batch.length);
      answers.push(() => {
        done({ code: 0 });
      });
    };
    let [exported, lost] = [0, 0];
    const queue = openExportQueue({
      send,
      maxQueued: 1_000,
      onExported: (count) => (exported += count),
      onLost: (_reason, count) => (lost += count),
    });
    queue.take(spans(600));
    queue.take(spans(900));
    queue.take(spans(300));
    expect([batches, lost]).toEqual([[512], 300]);
    answers.shift()?.();
    const closed = queue.close(60_000);
    while (answers.length > 0 || exported < 1_500) {
      answers.shift()?.();
      await Promise.resolve();
    }
    await closed;
    expect(exported).toBe(1_500);
  });
});
