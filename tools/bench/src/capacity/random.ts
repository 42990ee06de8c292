/** Randomness that its seed decides. */
export interface Random {
  /** 0 up to below 1. */
  readonly next: () => number;
  readonly exponential: (mean: number) => number;
  /** @throws Error where there is nothing to pick from */
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** mulberry32: a state of 32 bits is enough for some million draws. */
export function openRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    exponential: (mean) => -mean * Math.log(1 - next()),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('There is nothing to pick from');
      return item;
    },
  };
}
