import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { integrationView, toIntegrationView } from '../../views/integration-view.ts';

export const getIntegrationRoute = ({ config, integrations }: Deps) =>
  route({
    operationId: 'getIntegration',
    method: 'get',
    path: '/api/brand/integrations/:integration_id',
    summary: 'A connected shop of the brand',
    description:
      'The connected shop with its state and the last error of its webhooks. Its credentials are never shown.',
    allow: ['brand'] as const,
    permission: 'tracking:read',
    params: z.object({ integration_id: uuidInput }),
    response: integrationView,
    handle: async ({ params, actor }) => {
      const found = await integrations.getOfBrand(params.integration_id, actor.id);
      return toIntegrationView(config.publicUrl, found);
    },
  });
