/** The row that a key moves the focus to; undefined for a key that moves nothing. */
export function moveFocus(key: string, at: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: count - 1,
    PageDown: at + 10,
    PageUp: at - 10,
  };
  const wanted = moves[key];
  return wanted === undefined ? undefined : Math.min(count - 1, Math.max(0, wanted));
}
