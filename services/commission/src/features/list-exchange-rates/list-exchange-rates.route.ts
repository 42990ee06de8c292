import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { exchangeRatesSchema, exchangeRatesView } from '../../views/exchange-rate-view.ts';

export const listExchangeRatesRoute = (deps: Deps) =>
  route({
    operationId: 'listExchangeRates',
    method: 'get',
    path: '/api/admin/exchange-rates',
    summary: 'All exchange rates ever set, by currency and date',
    description: 'A rate is the worth of one unit of its currency in `base`.',
    allow: ['admin'],
    permission: 'platform:read',
    query: z.strictObject({}),
    response: exchangeRatesSchema,
    handle: async () => exchangeRatesView(await deps.stores.rates.list()),
  });
