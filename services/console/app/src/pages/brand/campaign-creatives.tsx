import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { creativePages } from '../../api/campaign-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { t } from '../../i18n/translate.ts';
import { PagedItems } from '../../table/paged-items.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Card } from '../../ui/panel.tsx';

const CreativeForm = lazyForm(() => import('./creative-form.tsx'));

function CreativeLine({ creative }: { readonly creative: Schemas['Creative'] }) {
  const { id, campaign_id: campaign, name, format, width, height } = creative;
  const remove = useAction({
    run: (_: undefined, key) => api.creatives.delete(campaign, id, key),
    message: () => t('{name} was deleted', { name }),
    changes: ['brand', 'campaign', campaign, 'creatives'],
  });
  return (
    <Line
      title={name}
      text={width === null || height === null ? undefined : `${width} × ${height}`}
    >
      <Badge>{format.toUpperCase()}</Badge>
      <ConfirmButton
        label={t('Delete')}
        description={t('Delete {name}', { name })}
        question={t('Affiliates cannot download it any more; where they show it, it disappears.')}
        isBusy={remove.isPending}
        onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
      />
    </Line>
  );
}

/** Banners and texts that a campaign offers its affiliates. */
export function CampaignCreatives({ campaign }: { readonly campaign: string }) {
  return (
    <Card
      title={t('Creatives')}
      action={
        <DialogButton label={t('Add a creative')}>
          {(close) => <CreativeForm campaign={campaign} onDone={close} />}
        </DialogButton>
      }
    >
      <PagedItems
        query={useInfiniteQuery(creativePages(campaign))}
        empty={
          <p className="p-5 text-sm text-muted">
            {t('Banners and texts that you add here are offered to every affiliate.')}
          </p>
        }
      >
        {(creatives) => (
          <Lines>
            {creatives.map((creative) => (
              <CreativeLine key={creative.id} creative={creative} />
            ))}
          </Lines>
        )}
      </PagedItems>
    </Card>
  );
}
