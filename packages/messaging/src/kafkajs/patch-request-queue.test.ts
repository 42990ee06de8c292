import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { patchRequestQueue } from './patch-request-queue.ts';

describe('patchRequestQueue', () => {
  patchRequestQueue();
  patchRequestQueue();
  const openQueue = () =>
    new RequestQueue({
      maxInFlightRequests: 1,
      requestTimeout: 1_000,
      enforceRequestTimeout: false,
      clientId: 'test',
      broker: 'test',
      logger: {},
    });

  it('sets no timer while no request waits, where kafkajs would wake up every millisecond', () => {
    const queue = openQueue();
    queue.scheduleCheckPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('still checks waiting requests', () => {
    const queue = openQueue();
    queue.pending.push({});
    queue.scheduleCheckPendingRequests();
    expect(queue.throttleCheckTimeoutId).not.toBeNull();
    queue.destroy();
  });
});
