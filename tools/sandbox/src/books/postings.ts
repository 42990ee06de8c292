/** One line of a provider's statement: money out is negative, money that came back is positive. */
export type Posting<Type extends string> = Readonly<{
  id: string;
  type: Type;
  amountMinor: number;
  currency: string;
  /** The transfer or item that caused it. */
  source: string;
  createdMs: number;
}>;

/** Sums per currency, in the order in which the currencies first appear. */
export function totalsOf(
  postings: Iterable<Posting<string>>,
): readonly Readonly<{ currency: string; amountMinor: number }>[] {
  const totals = new Map<string, number>();
  for (const { currency, amountMinor } of postings) {
    totals.set(currency, (totals.get(currency) ?? 0) + amountMinor);
  }
  return [...totals].map(([currency, amountMinor]) => ({ currency, amountMinor }));
}
