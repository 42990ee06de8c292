import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { campaignNames, membersQuery } from '../../api/brand-queries.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { NewCoupon } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { QueryState } from '../../ui/panel.tsx';

type Member = Schemas['Applicant'];

function Fields({
  members,
  names,
  onDone,
}: DialogFormProps & {
  readonly members: readonly Member[];
  readonly names: ReadonlyMap<string, string>;
}) {
  const of = useApiForm<Schemas['NewCoupon']>({
    schema: NewCoupon,
    start: {
      campaign_id: members[0]?.campaign_id ?? '',
      affiliate_id: members[0]?.affiliate_id ?? '',
    },
    send: (body, key) => api.coupons.create(body, key),
    message: () => t('The code was created'),
    changes: ['brand', 'coupons'],
    onDone,
  });
  const campaign = of.form.watch('campaign_id');
  const inCampaign = members.filter(({ campaign_id: id }) => id === campaign);
  return (
    <ApiForm of={of} label={t('Create the code')}>
      <SelectField
        label={t('Campaign')}
        options={[...names].filter(([id]) => members.some((one) => one.campaign_id === id))}
        {...of.field('campaign_id')}
      />
      <SelectField
        label={t('Affiliate')}
        options={inCampaign.map(({ affiliate_id: id, affiliate }) => [
          id,
          affiliate?.name ?? t('A deleted account'),
        ])}
        {...of.field('affiliate_id')}
      />
      <TextField
        label={t('Code')}
        placeholder={'SUMMER20'}
        hint={t('As customers type it in your shop.')}
        {...of.field('code')}
      />
    </ApiForm>
  );
}

/** Gives an affiliate of a campaign a code. */
export function Form({ onDone }: DialogFormProps) {
  const names = useQuery(campaignNames);
  return (
    <QueryState query={useQuery(membersQuery)}>
      {(members) =>
        members.length === 0 ? (
          <p className="p-5 text-sm text-muted">
            {t('Accept an affiliate first; then they can have a code.')}
          </p>
        ) : (
          <QueryState query={names}>
            {(loaded) => <Fields members={members} names={loaded} onDone={onDone} />}
          </QueryState>
        )
      }
    </QueryState>
  );
}
