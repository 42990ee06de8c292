import { type Conversion } from './conversion.ts';

const named = (category: string): string => category.normalize('NFKC').trim().toLowerCase();

/**
 * Whether all that was ordered is of categories that a campaign excludes. An order that names no
 * products, or one of another category or of none, is not.
 */
export function isExcludedOrder(
  products: Conversion['products'],
  categories: readonly string[] = [],
): boolean {
  if (categories.length === 0 || products.length === 0) return false;
  const excluded = new Set(categories.map(named));
  return products.every(({ category }) => category !== null && excluded.has(named(category)));
}
