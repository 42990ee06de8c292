import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

let patched = false;

/**
 * kafkajs 2.2.4 sets a timer of one millisecond again and again on each connection, also when
 * nothing is pending: 3 % of a core per idle process, and a warning about negative timeouts on Node
 * 24 (kafkajs issue 1751). A queue that is empty and not throttled has nothing to check: the next
 * request and each response check it anyway.
 */
export function patchRequestQueue(): void {
  if (patched) return;
  patched = true;
  const queue = RequestQueue.prototype;
  const original = queue.scheduleCheckPendingRequests;
  queue.scheduleCheckPendingRequests = function schedule() {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    original.call(this);
  };
}
