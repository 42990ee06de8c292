interface Fact {
  readonly _id: string;
  readonly clickId: string | null;
  readonly convertedAt: Date;
}

/** The clicks whose traits no stored fact has, with the time of their conversion. */
export function clicksWithoutTraits(
  received: readonly Fact[],
  stored: ReadonlyMap<string, Pick<Fact, 'clickId'>>,
): Map<string, Date> {
  const missing = new Map<string, Date>();
  for (const { _id, clickId, convertedAt } of received) {
    if (clickId !== null && stored.get(_id)?.clickId !== clickId) missing.set(clickId, convertedAt);
  }
  return missing;
}
