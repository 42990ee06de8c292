import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { productResponse, productView } from '../../views/product-view.ts';

export const getProductRoute = ({ products }: Deps) =>
  route({
    operationId: 'getProduct',
    method: 'get',
    path: '/api/brand/products/:product_id',
    summary: 'A product',
    description: 'One of the caller’s own.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ product_id: z.uuid() }),
    response: productResponse,
    handle: async ({ params, actor }) =>
      productView(await products.getOwn(params.product_id, actor.id)),
  });
