/**
 * Runs `work` while no other work on any of these keys runs in this process; work on one key runs in
 * the order of the calls. It guards nothing across processes: it only spares the database
 * transactions that would conflict. Work must not take the lock again, because it would wait for itself.
 */
export type KeyLock = <Result>(
  keys: string | readonly string[],
  work: () => Promise<Result>,
) => Promise<Result>;

export function createKeyLock(): KeyLock {
  const ends = new Map<string, Promise<void>>();
  return (keys, work) => {
    const unique = typeof keys === 'string' ? [keys] : [...new Set(keys)];
    // All keys are taken in one step, so that two works never wait for each other.
    const before = unique.map((key) => ends.get(key) ?? Promise.resolve());
    const result = Promise.all(before).then(work);
    const end = result.then(noop, noop);
    for (const key of unique) ends.set(key, end);
    void end.then(() => {
      for (const key of unique) if (ends.get(key) === end) ends.delete(key);
    });
    return result;
  };
}

const noop = (): void => undefined;
