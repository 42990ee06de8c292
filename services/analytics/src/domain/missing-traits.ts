interface Fact {
  readonly _id: string;
  readonly clickId: string | null;
  readonly convertedAt: Date;
}

/** The clicks whose traits are not known from facts that are kept, with the moment to look about. */
export function clicksWithoutTraits(
  received: readonly Fact[],
  kept: ReadonlyMap<string, Pick<Fact, 'clickId'>>,
): Map<string, Date> {
  const missing = new Map<string, Date>();
  for (const { _id, clickId, convertedAt } of received) {
    if (clickId !== null && kept.get(_id)?.clickId !== clickId) missing.set(clickId, convertedAt);
  }
  return missing;
}
