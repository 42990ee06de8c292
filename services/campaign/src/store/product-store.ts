import { conflict, notFound } from '@tributary/errors';
import { isDuplicateKey, type Session } from '@tributary/mongo';
import { type Product } from '../domain/product.ts';
import { type Models } from './models.ts';
import { fromRow, withoutUndefined, NEWEST_FIRST, type Page, toRow } from './rows.ts';

export interface ProductFilter {
  readonly brandId: string;
  readonly sku?: string | undefined;
  readonly category?: string | undefined;
}

const refuseTakenSku = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isDuplicateKey(error, 'sku')) throw error;
    throw conflict('sku_taken', { message: 'The brand has a product with this sku already' });
  }
};

/** The products of brands. */
export function productStore({ products }: Models, session: Session | null = null) {
  return {
    /** @throws conflict `sku_taken`, also in a race */
    create: (product: Product): Promise<void> =>
      refuseTakenSku(() => products.create([toRow(product)], { session })),
    /** @throws conflict `sku_taken` */
    save: (product: Product): Promise<void> =>
      refuseTakenSku(() =>
        products.replaceOne({ _id: product.id }, toRow(product)).session(session),
      ),
    /** @throws not_found, also for another brand's product */
    getOwn: async (id: string, brandId: string): Promise<Product> => {
      const row = await products.findById(id).session(session).lean();
      if (row?.brandId !== brandId) {
        throw notFound('not_found', { message: 'There is no such product' });
      }
      return fromRow<Product>(row);
    },
    delete: async (id: string): Promise<void> => {
      await products.deleteOne({ _id: id }).session(session);
    },
    list: async (filter: ProductFilter, { skip, limit }: Page) => {
      const where = withoutUndefined({ ...filter });
      const rows = await products.find(where).sort(NEWEST_FIRST).skip(skip).limit(limit).lean();
      const total = await products.countDocuments(where);
      return { products: rows.map((row) => fromRow<Product>(row)), total };
    },
  };
}
