import { parsePercent } from '@tributary/money';
import { route } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { PLATFORM_SCHEME } from '../../domain/tier.ts';
import { platformTiersBody, tierSettingsOf } from '../../views/tier-fields.ts';
import { schemeSchema, schemeView } from '../../views/tier-view.ts';
import { setTiers } from '../../workflows/set-tiers.ts';

export const setPlatformTiersRoute = (deps: Deps) =>
  route({
    operationId: 'setPlatformTiers',
    method: 'put',
    path: '/api/admin/commission-tiers',
    summary: 'Set the platform’s tiers, from now on',
    description:
      'The whole scheme, lowest tier first. Conversions tracked before keep the tier and the bonus they were tracked with.',
    allow: ['admin'],
    permission: 'platform:write',
    body: platformTiersBody,
    response: schemeSchema,
    errors: { tiers_changed: 'Somebody else changed these tiers at the same moment (409)' },
    handle: async ({ body }) => {
      const baseRate = parsePercent(String(body.base_commission_rate));
      const owner = { schemeId: PLATFORM_SCHEME, brandId: null, baseRate };
      const scheme = await setTiers(deps, owner, tierSettingsOf(body));
      return schemeView(scheme, { campaignId: null, baseRate });
    },
  });
