/**
 * Works on the first half of some items, then on the second. Where the first ends early, with false,
 * the second is not begun.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  work: (half: readonly Item[]) => Promise<boolean>,
): Promise<boolean> {
  const middle = Math.ceil(items.length / 2);
  return (await work(items.slice(0, middle))) && work(items.slice(middle));
}
