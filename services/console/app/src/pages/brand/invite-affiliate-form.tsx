import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { InviteAffiliateRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { InvitationPreview } from './invitation-preview.tsx';

interface Props extends DialogFormProps {
  readonly campaign: Schemas['Campaign'];
}

/** Invites an affiliate by mail. */
export function Form({ campaign, onDone }: Props) {
  const of = useApiForm<Schemas['InviteAffiliateRequest']>({
    schema: InviteAffiliateRequest,
    send: (body, key) => api.affiliates.invite(campaign.id, body, key),
    message: () => t('The invitation is on its way'),
    changes: ['brand', 'campaign', campaign.id, 'invitations'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Send the invitation')}>
      <TextField label={t('E-mail address')} type="email" {...of.field('email')} />
      <TextArea
        label={t('Message')}
        hint={t('It stands in the mail, below who invites and to which campaign.')}
        {...of.field('message', { setValueAs: (text: string) => text || null })}
      />
      <InvitationPreview campaign={campaign.id} message={of.form.watch('message')} />
    </ApiForm>
  );
}
