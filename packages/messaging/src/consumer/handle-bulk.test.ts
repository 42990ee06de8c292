import { header } from '../envelope.ts';
import type { IncomingBatch, IncomingMessage } from '../port.ts';
import { handleBulk } from './handle-bulk.ts';

const message = (offset: number): IncomingMessage => ({
  topic: 'tracking.clicks',
  partition: 0,
  offset: String(offset),
  key: null,
  value: Buffer.alloc(100, ' '),
  headers: { [header.id]: 'id', [header.type]: 'nobody.handles.v1' },
});

/** What happens while a batch of so many events is handled, in order. */
async function handled(count: number): Promise<string[]> {
  const steps: string[] = [];
  const batch: IncomingBatch = {
    topic: 'tracking.clicks',
    partition: 0,
    highWatermark: String(count),
    messages: Array.from({ length: count }, (_, offset) => message(offset)),
    resolve: (offset) => steps.push(offset),
    heartbeat: () => Promise.resolve(),
    isActive: () => true,
  };
  const context = {
    group: 'projector.bulk',
    handlers: new Map<string, never>(),
    metrics: { lag: { set: () => undefined } },
    yieldToCalls: () => {
      steps.push('yields');
      return Promise.resolve();
    },
  };
  await handleBulk(context as unknown as Parameters<typeof handleBulk>[0], batch);
  return steps;
}

it('lets calls go first before each part of a backlog', async () => {
  expect(await handled(2_500)).toEqual(['yields', '999', 'yields', '1999', 'yields', '2499']);
});

it('lets nobody go first before a small batch, for which calls wait', async () => {
  expect(await handled(50)).toEqual(['49']);
});
