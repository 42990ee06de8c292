import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  createProductBody,
  productResponse,
  productView,
  skuErrors,
} from '../../views/product-view.ts';
import { createProduct } from './create-product.ts';

export const createProductRoute = (deps: Deps) =>
  route({
    operationId: 'createProduct',
    method: 'post',
    path: '/api/brand/products',
    summary: 'Adds a product',
    description: 'Orders name products by `sku`.',
    allow: ['brand'],
    permission: 'campaigns:write',
    body: createProductBody,
    idempotent: true,
    status: 201,
    response: productResponse,
    errors: skuErrors,
    handle: async ({ body, actor }) => productView(await createProduct(deps)(actor.id, body)),
  });
