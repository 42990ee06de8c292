import { header } from '../envelope.ts';
import type { IncomingBatch, IncomingMessage } from '../port.ts';
import { handleBulk } from './handle-bulk.ts';

const message = (offset: number): IncomingMessage => ({
  topic: 'tracking.clicks',
  partition: 0,
  offset: String(offset),
  key: null,
  value: Buffer.from('{}'),
  headers: { [header.id]: 'id', [header.type]: 'nobody.handles.v1' },
});

it('lets calls go first before each part of a backlog', async () => {
  const steps: string[] = [];
  const batch: IncomingBatch = {
    topic: 'tracking.clicks',
    partition: 0,
    highWatermark: '2500',
    messages: Array.from({ length: 2_500 }, (_, offset) => message(offset)),
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
  expect(steps).toEqual(['yields', '999', 'yields', '1999', 'yields', '2499']);
});
