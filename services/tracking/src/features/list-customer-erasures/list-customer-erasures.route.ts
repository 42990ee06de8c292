import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { customerErasureView, toCustomerErasureView } from '../../views/customer-erasure-view.ts';

export const listCustomerErasuresRoute = ({ customerErasures }: Deps) =>
  route({
    operationId: 'listCustomerErasures',
    method: 'get',
    path: '/api/customer-data/erasures',
    summary: 'The receipts of erasures, newest first',
    description: 'A brand’s own; an administrator sees all.',
    allow: ['brand', 'admin'] as const,
    permission: 'account:read',
    query: z.object(pageQuery({ defaultSize: 20, maxSize: 100 })),
    response: z.object({ erasures: z.array(customerErasureView), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const owner = actor.role === 'admin' ? undefined : actor.id;
      const { page, per_page: perPage } = query;
      const request = pageRequestOf(page, perPage);
      const { documents, total } = await customerErasures.list(owner, request);
      return {
        erasures: documents.map(toCustomerErasureView),
        pagination: paginationOf(page, perPage, total),
      };
    },
  });
