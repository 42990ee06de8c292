import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateLinkRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

interface Props extends DialogFormProps {
  readonly offers: readonly Schemas['Offer'][];
  readonly campaign: string | undefined;
}

const utmFields = () =>
  [
    ['utm.source', t('Source')],
    ['utm.medium', t('Medium')],
    ['utm.campaign', t('Name of the campaign')],
  ] as const;

/** Makes a link to any page of a shop whose campaign was joined. */
export function Form({ offers, campaign, onDone }: Props) {
  const of = useApiForm<Schemas['CreateLinkRequest']>({
    schema: CreateLinkRequest,
    start: { campaign_id: campaign ?? offers[0]?.id ?? '' },
    send: (body, key) => api.links.create(body, key),
    message: () => t('The link was created'),
    changes: ['affiliate'],
    onDone,
  });
  return (
    <ApiForm of={of} label={t('Create the link')}>
      <SelectField
        label={t('Campaign')}
        options={offers.map(({ id, name }) => [id, name])}
        {...of.field('campaign_id')}
      />
      <TextField
        label={t('Page of the shop')}
        placeholder={'/sale'}
        hint={t('A path, such as /sale; empty for the landing page.')}
        {...of.field('destination_path')}
      />
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t('UTM parameters')}</summary>
        <div className="mt-3 flex flex-col gap-4">
          {utmFields().map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              {...of.field(name, { setValueAs: (text: string) => text || undefined })}
            />
          ))}
        </div>
      </details>
    </ApiForm>
  );
}
