import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { receiveProviderCallback } from './receive-provider-callback.ts';

export const receiveProviderCallbackRoute = (deps: Deps) =>
  route({
    operationId: 'receiveProviderCallback',
    method: 'post',
    path: '/api/payouts/callbacks/:provider',
    summary: 'A payment provider’s signed callback',
    description: 'Called by the provider. A repeated callback has no further effect.',
    allow: 'public',
    unaudited: 'a provider’s signed report is no act of a member',
    rawBody: true,
    params: z.object({ provider: z.enum(payoutProviders) }),
    response: z.object({ success: z.literal(true) }),
    errors: {
      invalid_signature: 'The signature is missing, wrong or too old (401)',
      malformed_callback: 'The signature is valid, the content is not (400)',
      provider_unavailable:
        'The provider cannot be queried for the current status; send the callback again (503)',
    },
    handle: async ({ params, request }) => {
      const { headers, rawBody } = request;
      await receiveProviderCallback(deps)({ provider: params.provider, headers, rawBody });
      return { success: true };
    },
  });
