import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Named } from '../../api/affiliate-names.ts';
import { attributionQuery, comparisonQuery } from '../../api/campaign-queries.ts';
import { money, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Range } from '../../range.ts';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Fact, Facts } from '../../ui/lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import { modelWords } from '../words.ts';
import { AttributionChanges } from './attribution-changes.tsx';

const AttributionForm = lazyForm(() => import('./attribution-form.tsx'));

interface Props {
  readonly campaign: string;
  readonly range: Range;
}

type Preview = Schemas['AttributionPreview'];

function Commission({ model, affiliate }: { readonly model: Preview; readonly affiliate: string }) {
  const part = model.affiliates.find(({ affiliate_id: id }) => id === affiliate);
  return <td className="px-4 text-right">{part && money(part.commission, part.currency)}</td>;
}

interface Compared {
  readonly models: readonly Preview[];
  readonly affiliates: readonly Named<{ readonly affiliate_id: string }>[];
}

/** What each affiliate would have earned by each model. */
function Comparison({ models, affiliates }: Compared) {
  const words = modelWords();
  return (
    <div tabIndex={0} role="group" aria-label={t('Models compared')} className="overflow-x-auto">
      <table aria-label={t('Models compared')} className="w-full text-sm tabular-nums">
        <thead className="text-xs text-muted">
          <tr className="h-10 border-b border-line">
            <th scope="col" className="px-5 text-left font-medium">
              {t('Affiliate')}
            </th>
            {models.map(({ model }) => (
              <th key={model} scope="col" className="px-4 text-right font-medium">
                {words[model]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {affiliates.map(({ affiliate_id: affiliate, affiliate_name: name }) => (
            <tr key={affiliate} className="h-12 border-b border-line last:border-0">
              <th scope="row" className="px-5 text-left font-medium">
                {name ?? t('Affiliate')}
              </th>
              {models.map((model) => (
                <Commission key={model.model} model={model} affiliate={affiliate} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Settings({ settings }: { readonly settings: Schemas['AttributionSettings'] }) {
  return (
    <Facts>
      <Fact label={t('Model')} value={modelWords()[settings.model]} />
      <Fact label={t('Days that a click counts')} value={whole(settings.lookback_window_days)} />
      <Fact
        label={t('Devices of one customer')}
        value={settings.enable_cross_device ? t('Joined') : t('Apart')}
      />
    </Facts>
  );
}

/** By which model the campaign credits affiliates, what the others would do, and past orders credited anew. */
export function CampaignAttribution({ campaign, range }: Props) {
  const attribution = useQuery(attributionQuery(campaign));
  const settings = attribution.data?.attribution_settings;
  return (
    <>
      <Panel
        title={t('Attribution')}
        query={attribution}
        action={
          settings !== undefined && (
            <DialogButton label={t('Change the model')}>
              {(close) => (
                <AttributionForm campaign={campaign} settings={settings} onDone={close} />
              )}
            </DialogButton>
          )
        }
      >
        {(data) => <Settings settings={data.attribution_settings} />}
      </Panel>
      <Panel title={t('Models compared')} query={useQuery(comparisonQuery(campaign, range))}>
        {({ conversions, ...compared }) =>
          conversions === 0 ? (
            <p className="p-5 text-sm text-muted">
              {t('No order of this range can be credited anew.')}
            </p>
          ) : (
            <Comparison {...compared} />
          )
        }
      </Panel>
      <AttributionChanges campaign={campaign} range={range} />
    </>
  );
}
