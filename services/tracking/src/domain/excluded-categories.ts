import { type Conversion } from './conversion.ts';

const normalized = (category: string): string => category.normalize('NFKC').trim().toLowerCase();

/**
 * Whether all products of an order belong to excluded categories. Orders without products, or with a
 * product of another category or of none, are not excluded.
 */
export function isExcludedOrder(
  products: Conversion['products'],
  categories: readonly string[] = [],
): boolean {
  if (categories.length === 0 || products.length === 0) return false;
  const excluded = new Set(categories.map(normalized));
  return products.every(({ category }) => category !== null && excluded.has(normalized(category)));
}
