import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { t } from '../../i18n/translate.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';

/** Replaces the secret of an endpoint, and shows the new one once. */
export function RotateSecret({ id }: { readonly id: string }) {
  const [secret, setSecret] = useState<string>();
  const close = (): void => setSecret(undefined);
  const rotate = useAction({
    run: (_input: undefined, key) => api.webhookEndpoints.rotateSecret(id, key),
    changes: ['webhooks'],
    onDone: ({ data }) => setSecret(data.secret),
  });
  return (
    <>
      <ConfirmButton
        label={t('Replace')}
        description={t('Replace the signing secret')}
        question={t('Messages are signed by the new secret at once.')}
        isBusy={rotate.isPending}
        onConfirm={(onSuccess) => rotate.mutate(undefined, { onSuccess })}
      />
      <Dialog title={t('New signing secret')} isOpen={secret !== undefined} onClose={close}>
        {secret !== undefined && (
          <NewSecret
            secret={secret}
            text={t('Verify each message by this secret. It is not shown again.')}
            onDone={close}
          />
        )}
      </Dialog>
    </>
  );
}
