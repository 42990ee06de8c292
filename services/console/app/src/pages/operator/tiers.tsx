import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { tiersQuery } from '../../api/operator-queries.ts';
import { SetPlatformTiersRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Load } from '../page-module.ts';
import { TierLines } from '../tier-lines.tsx';

const TierForm = lazyForm(() => import('../tier-form.tsx'));

export const load: Load = (queries) => [queries.query(tiersQuery)];

export function Page() {
  const tiers = useQuery(tiersQuery);
  return (
    <Frame
      title={t('Tiers')}
      description={t('What affiliates earn more as they bring more. Campaigns may have their own.')}
      actions={
        <DialogButton label={t('Change the tiers')} kind="primary">
          {(close) => (
            <TierForm
              tiers={tiers.data ?? []}
              schema={SetPlatformTiersRequest}
              send={(body, key) => api.commissionTiers.setPlatform(body, key)}
              changes={tiersQuery.queryKey}
              onDone={close}
            />
          )}
        </DialogButton>
      }
    >
      <Panel title={t('Tiers of the platform')} query={tiers}>
        {(data) => <TierLines tiers={data} />}
      </Panel>
    </Frame>
  );
}
