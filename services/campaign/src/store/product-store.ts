import { conflict, notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  isDuplicateKey,
  type PageRequest,
  type Session,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { type Product } from '../domain/product.ts';
import { type Collections } from './collections.ts';

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
export function productStore({ products }: Collections, session: Session | null = null) {
  return {
    /** @throws conflict `sku_taken`, also in a race */
    create: (product: Product): Promise<void> =>
      refuseTakenSku(() => products.create([toDocument(product)], { session })),
    /** @throws conflict `sku_taken` */
    save: (product: Product): Promise<void> =>
      refuseTakenSku(() =>
        products.replaceOne({ _id: product.id }, toDocument(product)).session(session),
      ),
    /** @throws not_found, also for another brand's product */
    getOwn: async (id: string, brandId: string): Promise<Product> => {
      const document = await products.findById(id).session(session).lean();
      if (document?.brandId !== brandId) {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      return fromDocument<Product>(document);
    },
    delete: async (id: string): Promise<void> => {
      await products.deleteOne({ _id: id }).session(session);
    },
    list: async (filter: ProductFilter, page: PageRequest) => {
      const { documents, total } = await findPage(products, withoutUndefined(filter), page);
      return { products: documents.map((document) => fromDocument<Product>(document)), total };
    },
  };
}
