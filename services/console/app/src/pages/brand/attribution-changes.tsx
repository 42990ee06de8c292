import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { attributionChangesQuery } from '../../api/campaign-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { date, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Range } from '../../range.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateBadge } from '../state-badge.tsx';
import { modelWords } from '../words.ts';

const ChangeForm = lazyForm(() => import('./attribution-change-form.tsx'));

type Change = Schemas['AttributionChange'];

function Apply({ change }: { readonly change: Change }) {
  const { id, campaign_id: campaign, fingerprint } = change;
  const apply = useAction({
    run: (_: undefined, key) => api.attributionChanges.apply(campaign, id, { fingerprint }, key),
    message: () => t('The orders are being credited anew'),
    changes: ['brand', 'campaign', campaign],
  });
  return (
    <ConfirmButton
      label={t('Apply')}
      question={t('Commissions move between affiliates; what was paid already is owed back.')}
      isBusy={apply.isPending}
      onConfirm={(close) => apply.mutate(undefined, { onSuccess: close })}
    />
  );
}

function Undo({ change }: { readonly change: Change }) {
  const { id, campaign_id: campaign } = change;
  const undo = useAction({
    run: (_: undefined, key) => api.attributionChanges.undo(campaign, id, key),
    message: () => t('The change is being taken back'),
    changes: ['brand', 'campaign', campaign],
  });
  return (
    <ConfirmButton
      label={t('Take it back')}
      question={t('Every order gets the credit that it had before the change.')}
      isBusy={undo.isPending}
      onConfirm={(close) => undo.mutate(undefined, { onSuccess: close })}
    />
  );
}

function ChangeLine({ change }: { readonly change: Change }) {
  const { model, period, preview, status } = change;
  return (
    <Line
      title={modelWords()[model]}
      text={t('{start} to {end}: {changed} of {orders} orders change', {
        start: date(period.start_date),
        end: date(period.end_date),
        changed: whole(preview.changed),
        orders: whole(preview.conversions),
      })}
    >
      <StateBadge state={status} />
      {status === 'ready' && preview.changed > 0 && <Apply change={change} />}
      {status === 'applied' && <Undo change={change} />}
    </Line>
  );
}

/** Past orders that were credited by another model, with a look before anything changes. */
export function AttributionChanges({
  campaign,
  range,
}: {
  readonly campaign: string;
  readonly range: Range;
}) {
  return (
    <Panel
      title={t('Past orders credited anew')}
      query={useQuery(attributionChangesQuery(campaign))}
      action={
        <DialogButton label={t('Prepare a change')}>
          {(close) => <ChangeForm campaign={campaign} range={range} onDone={close} />}
        </DialogButton>
      }
    >
      {(changes) =>
        changes.length === 0 ? (
          <p className="p-5 text-sm text-muted">
            {t('Orders keep the credit of their day, until you apply another model to them.')}
          </p>
        ) : (
          <Lines>
            {changes.map((change) => (
              <ChangeLine key={change.id} change={change} />
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}
