import { eventually } from '@tributary/testing';
import { fetchSpans, orphansOf } from '@tributary/tracing/testing';
import { sharedSystem } from '../shared-system.ts';
import { CALLER } from './caller.ts';

/** Begins last, and waits for what the other stories still do. */
describe('the system of all stories, after them', () => {
  it('has books that agree, and nothing lost or left', async () => {
    expect(await sharedSystem().violations()).toEqual([]);
  }, 180_000);

  it('leaves no span without its parent', async () => {
    const { collector } = sharedSystem();
    const until = Date.now();
    const orphans = async () => {
      const spans = await fetchSpans(collector);
      // Without the stories, this test would show nothing.
      expect(spans.length).toBeGreaterThan(10_000);
      return orphansOf(spans, new Set([CALLER.spanId]))
        .filter(({ endMs }) => endMs < until)
        .map(({ service, name }) => `${service} ${name}`);
    };
    await eventually(async () => (await orphans()).length === 0, {
      timeoutMs: 20_000,
      everyMs: 1_000,
    }).catch(() => undefined);
    expect(await orphans()).toEqual([]);
  }, 60_000);
});
