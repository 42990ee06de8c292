import { useQuery } from '@tanstack/react-query';
import { campaignTiersQuery } from '../../api/campaign-queries.ts';
import { api } from '../../api/client.ts';
import { SetCampaignTiersRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TierLines } from '../tier-lines.tsx';

/** The names that tiers of campaigns have. */
const NAMES = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const;

const TierForm = lazyForm(() => import('../tier-form.tsx'));

/** The tiers that count in a campaign. */
export function CampaignTiers({ campaign }: { readonly campaign: string }) {
  const tiers = useQuery(campaignTiersQuery(campaign));
  return (
    <Panel
      title={t('Tiers')}
      query={tiers}
      action={
        <DialogButton label={t('Change the tiers')}>
          {(close) => (
            <TierForm
              tiers={(tiers.data ?? []).filter(({ name }, index) => name === NAMES[index])}
              names={NAMES}
              schema={SetCampaignTiersRequest}
              send={(body, key) => api.campaigns.setTiers(campaign, body, key)}
              changes={['brand', 'campaign', campaign]}
              onDone={close}
            />
          )}
        </DialogButton>
      }
    >
      {(data) => <TierLines tiers={data} />}
    </Panel>
  );
}
