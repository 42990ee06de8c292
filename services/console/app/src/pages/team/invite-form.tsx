import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateTeamInvitationRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { memberRoleWords } from '../words.ts';

const explained = (role: Schemas['MemberRole']): string => {
  const texts: Readonly<Record<Schemas['MemberRole'], string>> = {
    owner: t('May do everything, also invite and pay.'),
    manager: t('Runs campaigns and decides about orders; sees no payouts and no keys.'),
    finance: t('Sees commissions and handles payouts.'),
    analyst: t('Reads everything but payouts and keys.'),
    developer: t('Sets up tracking, webhooks and keys.'),
  };
  return texts[role];
};

/** Invites a colleague by mail. */
export function Form({ onDone }: DialogFormProps) {
  const of = useApiForm<Schemas['CreateTeamInvitationRequest']>({
    schema: CreateTeamInvitationRequest,
    start: { email: '', role: 'manager' },
    send: (body, key) => api.teamInvitations.create(body, key),
    message: () => t('The invitation is on its way'),
    changes: ['team'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Send the invitation')}>
      <TextField label={t('E-mail address')} type="email" {...of.field('email')} />
      <SelectField
        label={t('Role')}
        options={Object.entries(memberRoleWords())}
        hint={explained(of.form.watch('role'))}
        {...of.field('role')}
      />
    </ApiForm>
  );
}
