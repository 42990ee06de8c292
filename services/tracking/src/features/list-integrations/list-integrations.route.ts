import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { MAX_INTEGRATIONS } from '../../domain/integration.ts';
import { integrationView, toIntegrationView } from '../../views/integration-view.ts';

export const listIntegrationsRoute = ({ config, integrations }: Deps) =>
  route({
    operationId: 'listIntegrations',
    method: 'get',
    path: '/api/brand/integrations',
    summary: 'The brand’s connected shops, newest first',
    description: 'With the latest error of each, and until when its orders were fetched.',
    allow: ['brand'] as const,
    permission: 'tracking:read',
    response: z.object({ integrations: z.array(integrationView) }),
    handle: async ({ actor }) => {
      const found = await integrations.listOfBrand(actor.id, MAX_INTEGRATIONS);
      return { integrations: found.map((one) => toIntegrationView(config.publicUrl, one)) };
    },
  });
