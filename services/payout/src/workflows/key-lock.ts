/**
 * Does work of the same key one after the other within this process. It decides nothing, the database does:
 * but many transactions on one record, of which one at a time can succeed, would tire each other out.
 */
export function openTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
