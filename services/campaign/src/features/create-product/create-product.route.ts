import { currencySchema } from '@tributary/money';
import { pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { productResponse, productView } from '../../views/product-view.ts';
import { webAddress } from '../../views/campaign-fields.ts';
import { addProduct, changeProduct, removeProduct } from './create-product.ts';

const PATH = '/api/brand/products';
const text = (max: number) => z.string().trim().min(1).max(max);

const shape = {
  sku: text(100),
  name: text(200),
  price: z.number().min(0).max(1_000_000_000_000),
  currency: currencySchema,
  category: text(100).nullable(),
  url: webAddress.nullable(),
};
const added = z.strictObject({
  ...shape,
  category: shape.category.default(null),
  url: shape.url.default(null),
});
const params = z.object({ product_id: z.uuid() });
const errors = { sku_taken: 'The brand has a product with this sku already (409)' };
const brands = { allow: ['brand'] as const, scope: 'campaigns:write' };

export const addProductRoute = (deps: Deps) =>
  route({
    ...brands,
    method: 'post',
    path: PATH,
    summary: 'Adds a product',
    body: added,
    idempotent: true,
    status: 201,
    response: productResponse,
    errors,
    handle: async ({ body, actor }) => productView(await addProduct(deps)(actor.id, body)),
  });

export const listProductsRoute = ({ products }: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'The caller’s products, newest first',
    allow: ['brand'],
    scope: 'campaigns:read',
    query: z.strictObject({
      sku: text(100).optional(),
      category: text(100).optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ products: z.array(productResponse), pagination: paginationSchema }),
    handle: async ({ query: { page, per_page: perPage, ...filter }, actor }) => {
      const which = { skip: (page - 1) * perPage, limit: perPage };
      const found = await products.list({ brandId: actor.id, ...filter }, which);
      return {
        products: found.products.map(productView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });

export const getProductRoute = ({ products }: Deps) =>
  route({
    method: 'get',
    path: `${PATH}/:product_id`,
    summary: 'A product',
    allow: ['brand'],
    scope: 'campaigns:read',
    params,
    response: productResponse,
    handle: async ({ params: { product_id: id }, actor }) =>
      productView(await products.getOwn(id, actor.id)),
  });

export const changeProductRoute = (deps: Deps) =>
  route({
    ...brands,
    method: 'put',
    path: `${PATH}/:product_id`,
    summary: 'Changes a product; what is left out stays as it is',
    params,
    body: z.strictObject(shape).partial(),
    response: productResponse,
    errors,
    handle: async ({ params: { product_id: id }, body, actor }) =>
      productView(await changeProduct(deps)({ id, brandId: actor.id }, body)),
  });

export const removeProductRoute = (deps: Deps) =>
  route({
    ...brands,
    method: 'delete',
    path: `${PATH}/:product_id`,
    summary: 'Removes a product',
    params,
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { product_id: id }, actor }) => {
      await removeProduct(deps)(id, actor.id);
      return { success: true, message: 'The product was removed' };
    },
  });
