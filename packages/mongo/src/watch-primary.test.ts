import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchPrimary } from './watch-primary.ts';

const report = (client: EventEmitter, isWritablePrimary = true) =>
  client.emit('serverHeartbeatSucceeded', { reply: { isWritablePrimary } });

/** Keeps this process busy, so that it reads nothing. */
function beBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a primary', () => {
  it('answers until three heartbeats are missing, and again from the next one on', async () => {
    const client = new EventEmitter();
    const { isAnswering, close } = watchPrimary(client);
    report(client);
    expect(isAnswering()).toBe(true);
    const begun = performance.now();
    while (isAnswering()) {
      // Of a member that is not the primary.
      report(client, false);
      await sleep(20);
    }
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_400);
    report(client);
    expect(isAnswering()).toBe(true);
    close();
  });

  it('is not taken for silent by a process that was busy itself', async () => {
    const client = new EventEmitter();
    const { isAnswering, close } = watchPrimary(client);
    report(client);
    beBusy(2_000);
    await sleep(1);
    expect(isAnswering()).toBe(true);
    close();
  });
});
