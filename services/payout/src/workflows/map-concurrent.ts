/** Does `work` for each of `all`, `atOnce` at a time, and keeps the order. The first error ends it. */
export async function inParallel<In, Out>(
  all: readonly In[],
  atOnce: number,
  work: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(all.length);
  const entries = all.entries();
  const lane = async (): Promise<void> => {
    for (const [index, one] of entries) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  return results;
}
