/** Maps items with at most `concurrency` calls at a time, in order. The first error rejects. */
export async function mapConcurrent<In, Out>(
  items: readonly In[],
  concurrency: number,
  map: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(items.length);
  const entries = items.entries();
  const drain = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, drain));
  return results;
}
