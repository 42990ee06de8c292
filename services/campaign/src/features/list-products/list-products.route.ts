import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { productResponse, productText, productView } from '../../views/product-view.ts';

export const listProductsRoute = ({ products }: Deps) =>
  route({
    operationId: 'listProducts',
    method: 'get',
    path: '/api/brand/products',
    summary: 'The caller’s products, newest first',
    description: '`category` shows only the products of one category.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      sku: productText(100).optional(),
      category: productText(100).optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ products: z.array(productResponse), pagination: paginationSchema }),
    handle: async ({ query: { page, per_page: limit, ...filter }, actor }) => {
      const which = pageRequestOf(page, limit);
      const found = await products.list({ brandId: actor.id, ...filter }, which);
      return {
        products: found.products.map(productView),
        pagination: paginationOf(page, limit, found.total),
      };
    },
  });
