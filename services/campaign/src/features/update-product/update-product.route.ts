import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  productResponse,
  productView,
  skuErrors,
  updateProductBody,
} from '../../views/product-view.ts';
import { updateProduct } from './update-product.ts';

export const updateProductRoute = (deps: Deps) =>
  route({
    operationId: 'updateProduct',
    method: 'put',
    path: '/api/brand/products/:product_id',
    summary: 'Updates a product; fields left out stay as they are',
    description: 'Orders that were recorded stay as they are.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ product_id: z.uuid() }),
    body: updateProductBody,
    response: productResponse,
    errors: skuErrors,
    handle: async ({ params: { product_id: id }, body, actor }) =>
      productView(await updateProduct(deps)({ id, brandId: actor.id }, body)),
  });
