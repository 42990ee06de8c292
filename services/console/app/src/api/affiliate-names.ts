import { api } from './client.ts';

interface OfAffiliate {
  /** Null for an order that is credited to nobody. */
  readonly affiliate_id: string | null;
}

/** A record with the name of its affiliate. */
export type Named<Item> = Item & { readonly affiliate_name: string | undefined };

/** The names of affiliates by their ids; none where their service does not answer, so that the list itself is shown. */
async function namesOf(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  try {
    const query = { ids: ids.join(','), per_page: 100 };
    const { affiliates } = await api.affiliates.list(query, { signal, maxRetries: 0 });
    return new Map(affiliates.map(({ id, name }) => [id, name]));
  } catch (error) {
    if (signal.aborted) throw error;
    return new Map();
  }
}

/** The records of a page, at most 100, with the names of their affiliates. */
export async function withNames<Item extends OfAffiliate>(
  items: readonly Item[],
  signal: AbortSignal,
): Promise<readonly Named<Item>[]> {
  const ids = new Set(items.flatMap(({ affiliate_id: id }) => id ?? []));
  const names = await namesOf([...ids], signal);
  return items.map((item) => ({ ...item, affiliate_name: names.get(item.affiliate_id ?? '') }));
}
