import { runWithContext } from '@tributary/context';
import { invalid, unavailable } from '@tributary/errors';
import { type Collector, openCollector, orphansOf } from './testing/collector.ts';
import {
  currentSpan,
  keepTrace,
  openSpan,
  openSpanAtEdge,
  type RunningTracing,
  recordHotCall,
  startTracing,
  storedTraceparent,
  traced,
  tracedUnit,
} from './index.ts';

const CALLER = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const KEPT = `00-${CALLER}-bbbbbbbbbbbbbbbb-01`;
const NOT_KEPT = `00-${CALLER}-bbbbbbbbbbbbbbbb-00`;

describe('traces of a process', () => {
  let collector: Collector;
  let tracing: RunningTracing;
  const lost: string[] = [];
  const start = (ratio: number, endpoint = collector.endpoint) =>
    startTracing({
      endpoint,
      ratio,
      resource: { 'service.name': 'notes' },
      onExported: () => undefined,
      onLost: (reason, spans) => lost.push(`${String(spans)} ${reason}`),
    });
  /** What the collector gets of `work` under a ratio. */
  const collect = async (ratio: number, work: () => Promise<unknown> | undefined) => {
    const before = collector.spans().length;
    tracing = await start(ratio);
    await Promise.resolve(work()).catch(() => undefined);
    await tracing.close();
    return collector.spans().slice(before);
  };
  const unit = (work: () => Promise<unknown>, parent?: string) =>
    tracedUnit('c1', { name: 'unit', kind: 'server', parent }, () =>
      traced({ name: 'part', kind: 'client' }, work),
    );

  beforeAll(async () => {
    collector = await openCollector();
  });
  afterAll(() => collector.close());

  it('are not recorded without a collector', async () => {
    tracing = await startTracing({
      endpoint: undefined,
      ratio: 1,
      resource: {},
      onExported: () => undefined,
      onLost: () => undefined,
    });
    await unit(() => {
      expect(currentSpan()).toBeUndefined();
      return Promise.resolve();
    });
    expect([openSpan({ name: 'x', kind: 'server' }), storedTraceparent()]).toEqual([undefined, {}]);
  });

  it('have the parts of a unit of work under its caller’s span', async () => {
    const spans = await collect(0, () => unit(() => Promise.resolve(), KEPT));
    expect(spans.map(({ name }) => name)).toEqual(['part', 'unit']);
    const [part, whole] = spans;
    expect(whole).toMatchObject({ traceId: CALLER, parentSpanId: 'bbbbbbbbbbbbbbbb', kind: 2 });
    expect(part).toMatchObject({ traceId: CALLER, parentSpanId: whole?.spanId, service: 'notes' });
  });

  it('are kept by the ratio, and not where the caller does not keep its own', async () => {
    expect(await collect(0, () => unit(() => Promise.resolve()))).toEqual([]);
    expect(await collect(1, () => unit(() => Promise.resolve(), NOT_KEPT))).toEqual([]);
    expect(await collect(1, () => unit(() => Promise.resolve()))).toHaveLength(2);
  });

  it('are kept of a failure, without the parent that no collector has, and not of a refusal', async () => {
    const refuse = () => Promise.reject(invalid('no'));
    expect(await collect(0, () => unit(refuse, NOT_KEPT))).toEqual([]);
    const fail = () => Promise.reject(unavailable('away'));
    const spans = await collect(0, () => unit(fail, NOT_KEPT));
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
      ['part', true],
      ['unit', true],
    ]);
    expect(spans[1]).toMatchObject({
      traceId: CALLER,
      parentSpanId: '',
      links: [{ traceId: CALLER, spanId: 'bbbbbbbbbbbbbbbb' }],
    });
    expect(orphansOf(spans)).toEqual([]);
  });

  it('of failures are limited to ten a second', async () => {
    const spans = await collect(0, async () => {
      for (let at = 0; at < 50; at += 1)
        await unit(() => Promise.reject(new Error('x'))).catch(() => undefined);
    });
    expect(spans.length).toBeGreaterThanOrEqual(20);
    expect(spans.length).toBeLessThanOrEqual(40);
  });

  it('are kept from the moment at which money moves, with what follows', async () => {
    const seen: unknown[] = [];
    const spans = await collect(0, () =>
      unit(() => {
        seen.push(storedTraceparent());
        keepTrace();
        seen.push(storedTraceparent());
        return Promise.resolve();
      }),
    );
    expect(spans).toHaveLength(2);
    expect(seen).toEqual([{}, { traceparent: expect.stringMatching(/-01$/) }]);
  });

  it('at the edge go on from a stranger’s trace, whose flag does not keep them', async () => {
    const facts = { name: 'edge', kind: 'server', parent: KEPT } as const;
    const spans = await collect(0, () => {
      const span = openSpanAtEdge(facts);
      expect(span?.traceparent).toMatch(new RegExp(`^00-${CALLER}-[0-9a-f]{16}-00$`));
      span?.end();
      return undefined;
    });
    expect(spans).toEqual([]);
  });

  it('of hot calls exist only where they are kept or failed', async () => {
    const call = { name: 'GET /r', kind: 'server', startedAt: 0 } as const;
    const spans = await collect(1, () => {
      recordHotCall(call, undefined);
      recordHotCall({ ...call, parent: NOT_KEPT }, undefined);
      recordHotCall({ ...call, parent: KEPT }, undefined);
      recordHotCall(call, '503');
      return undefined;
    });
    expect(spans.map(({ failed }) => failed)).toEqual([false, true]);
  });

  it('of work that is done together are found by correlation ids', async () => {
    const spans = await collect(1, () =>
      Promise.all(
        ['a', 'b'].map((id) =>
          tracedUnit(id, { name: id, kind: 'server' }, async () => {
            await Promise.resolve();
            for (const other of ['a', 'b']) {
              runWithContext({ correlationId: other }, () => {
                openSpan({ name: `event of ${other}`, kind: 'internal' })?.end();
              });
            }
          }),
        ),
      ),
    );
    const byId = new Map(spans.map(({ name, spanId }) => [spanId, name]));
    for (const { name, parentSpanId } of spans.filter(({ parentSpanId: id }) => id !== '')) {
      expect(name).toBe(`event of ${byId.get(parentSpanId) ?? ''}`);
    }
    expect(orphansOf(spans)).toEqual([]);
  });

  it('are found by a correlation id that another unit shared and has ended with', async () => {
    const spans = await collect(1, () =>
      tracedUnit('shared', { name: 'call', kind: 'server' }, async () => {
        await tracedUnit('shared', { name: 'event', kind: 'consumer' }, () => Promise.resolve());
        runWithContext({ correlationId: 'shared' }, () => {
          openSpan({ name: 'what the call did', kind: 'internal' })?.end();
        });
      }),
    );
    const spanIdOf = (wanted: string) => spans.find(({ name }) => name === wanted)?.spanId;
    const late = spans.find(({ name }) => name === 'what the call did');
    expect(late?.parentSpanId).toBe(spanIdOf('call'));
  });

  it('of work that goes on after a unit that was not kept are dropped with it', async () => {
    const spans = await collect(0, async () => {
      const late: Promise<unknown>[] = [];
      await unit(() => {
        late.push(
          new Promise((resolve) => setTimeout(resolve, 5)).then(() => {
            keepTrace();
            return traced({ name: 'late', kind: 'client' }, () => Promise.reject(new Error('x')));
          }),
        );
        return Promise.resolve();
      });
      await Promise.allSettled(late);
    });
    expect(spans).toEqual([]);
  });

  it('of one unit of work have an end, however many parts it has', async () => {
    const spans = await collect(0, () =>
      tracedUnit('c2', { name: 'unit', kind: 'internal' }, async () => {
        for (let at = 0; at < 1_000; at += 1)
          await traced({ name: 'part', kind: 'client' }, () =>
            traced({ name: 'inner', kind: 'client' }, () => Promise.resolve()),
          );
        throw new Error('x');
      }),
    );
    expect(spans).toHaveLength(65);
    expect(orphansOf(spans)).toEqual([]);
  });

  it('are lost and counted where the collector is away or refuses, and delay nothing', async () => {
    lost.length = 0;
    collector.answerWith(400);
    expect(await collect(1, () => unit(() => Promise.resolve()))).toEqual([]);
    collector.answerWith(200);
    tracing = await start(1, 'http://127.0.0.1:9');
    await unit(() => Promise.resolve());
    const at = performance.now();
    await tracing.close();
    expect(performance.now() - at).toBeLessThan(5_000);
    expect(lost).toContain('2 not_accepted');
  });
});
