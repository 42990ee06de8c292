import { currentContext, runWithContext } from '@tributary/context';
import { notFound, unavailable } from '@tributary/errors';
import { openOwnerLookup } from './owner-lookup.ts';

interface Version {
  readonly id: string;
  readonly version: number;
}

/** A copy and its owner in memory. */
function openRecords() {
  const copy = new Map<string, Version>();
  const owned = new Map<string, Version>();
  const requested: string[] = [];
  let release: () => void = () => undefined;
  let isHeld = false;
  const source = {
    find: (id: string) => Promise.resolve(copy.get(id)),
    request: async (id: string) => {
      requested.push(id);
      const answer = owned.get(id);
      if (isHeld) await new Promise<void>((resolve) => (release = resolve));
      return answer;
    },
    save: (answer: Version) => {
      const known = copy.get(answer.id);
      if (known === undefined || known.version < answer.version) copy.set(answer.id, answer);
      return Promise.resolve();
    },
  };
  const hold = () => {
    isHeld = true;
    return () => {
      isHeld = false;
      release();
    };
  };
  return { copy, owned, requested, source, hold };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a lookup of another service’s record', () => {
  it('requests nothing from the owner that the copy has', async () => {
    const { copy, requested, source } = openRecords();
    copy.set('a', { id: 'a', version: 1 });
    expect(await openOwnerLookup(source)('a')).toEqual({ id: 'a', version: 1 });
    expect(requested).toEqual([]);
  });

  it('stores the owner’s answer in the copy, so that the owner is called once', async () => {
    const { copy, owned, requested, source } = openRecords();
    owned.set('a', { id: 'a', version: 1 });
    const find = openOwnerLookup(source);
    expect([await find('a'), await find('a')]).toEqual([copy.get('a'), { id: 'a', version: 1 }]);
    expect(requested).toEqual(['a']);
  });

  it('calls the owner once for callers that miss the same id at the same time', async () => {
    const { owned, requested, source, hold } = openRecords();
    owned.set('a', { id: 'a', version: 1 });
    const release = hold();
    const find = openOwnerLookup(source);
    const early = [find('a'), find('a'), find('a')];
    await turn();
    const late = [find('a'), find('a')];
    await turn();
    release();
    const found = await Promise.all([...early, ...late]);
    expect(found).toEqual(Array.from({ length: 5 }, () => ({ id: 'a', version: 1 })));
    expect(requested).toEqual(['a']);
  });

  it('returns the newer state of an event that arrives during the call', async () => {
    const { copy, owned, source, hold } = openRecords();
    owned.set('a', { id: 'a', version: 1 });
    const release = hold();
    const found = openOwnerLookup(source)('a');
    await turn();
    copy.set('a', { id: 'a', version: 2 });
    release();
    expect(await found).toEqual({ id: 'a', version: 2 });
    expect(copy.get('a')).toEqual({ id: 'a', version: 2 });
  });

  it('remembers for a moment that the owner has no such record, but not beyond an event', async () => {
    const { copy, requested, source } = openRecords();
    const request = async (id: string) => {
      await source.request(id);
      throw notFound('not_found');
    };
    const find = openOwnerLookup({ ...source, request });
    expect([await find('a'), await find('a')]).toEqual([undefined, undefined]);
    expect(requested).toEqual(['a']);
    copy.set('a', { id: 'a', version: 1 });
    expect(await find('a')).toEqual({ id: 'a', version: 1 });
  });

  it('calls the owner again for ids that callers choose, which may be created at any moment', async () => {
    const { owned, source } = openRecords();
    const find = openOwnerLookup({ ...source, remembersMisses: false });
    expect(await find('a')).toBeUndefined();
    owned.set('a', { id: 'a', version: 1 });
    expect(await find('a')).toEqual({ id: 'a', version: 1 });
  });

  it('reports an owner that cannot be reached instead of a missing record, and calls it again', async () => {
    const { owned, source } = openRecords();
    owned.set('a', { id: 'a', version: 1 });
    let isDown = true;
    const request = (id: string) =>
      isDown ? Promise.reject(unavailable('upstream_unavailable')) : source.request(id);
    const find = openOwnerLookup({ ...source, request });
    await expect(find('a')).rejects.toMatchObject({ kind: 'unavailable' });
    isDown = false;
    expect(await find('a')).toEqual({ id: 'a', version: 1 });
  });

  it('stores outside the request, whose transaction is its own', async () => {
    const { owned, source } = openRecords();
    owned.set('a', { id: 'a', version: 1 });
    const contexts: unknown[] = [];
    const save = (answer: Version) => {
      contexts.push(currentContext());
      return source.save(answer);
    };
    const find = openOwnerLookup({ ...source, save });
    await runWithContext({ correlationId: 'request' }, () => find('a'));
    expect(contexts).toEqual([undefined]);
  });
});
