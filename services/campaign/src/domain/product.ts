import { type DomainEvent, productAdded, productUpdated } from '@tributary/contracts';

/** A product of a brand. */
export interface Product {
  readonly id: string;
  readonly brandId: string;
  /** The brand's own article number, unique within the brand. */
  readonly sku: string;
  readonly name: string;
  /** Minor units of the currency. */
  readonly priceMinor: number;
  readonly currency: string;
  readonly category: string | null;
  readonly url: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const snapshotOf = ({ id, createdAt, updatedAt, ...product }: Product) => ({
  productId: id,
  ...product,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export interface ProductDecision {
  readonly product: Product;
  readonly events: readonly DomainEvent[];
}

export const decideProduct = (product: Product): ProductDecision => ({
  product,
  events: [productAdded(snapshotOf(product))],
});

/** Updates a product's fields; an update without a change publishes nothing. */
export function decideProductChange(
  product: Product,
  fields: Partial<Product>,
  now: Date,
): ProductDecision {
  const changed = Object.entries(fields).some(
    ([name, value]) => product[name as keyof Product] !== value,
  );
  if (!changed) return { product, events: [] };
  const next: Product = { ...product, ...fields, updatedAt: now };
  return { product: next, events: [productUpdated(snapshotOf(next))] };
}
