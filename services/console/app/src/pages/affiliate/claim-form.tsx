import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { linkChoices } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateClaimRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { claimReasonWords } from '../words.ts';

interface Props extends DialogFormProps {
  readonly offers: readonly Schemas['Offer'][];
}

type Claimed = Schemas['CreateClaimResponse'];

/** What becomes of a claim: a known order answers at once. */
function answerText({ data: { reason } }: Claimed): string {
  return reason === null ? t('The brand has your claim') : claimReasonWords()[reason];
}

/** Claims an order that no conversion shows. */
export function Form({ offers, onDone }: Props) {
  const of = useApiForm<Schemas['CreateClaimRequest'], Claimed>({
    schema: CreateClaimRequest,
    start: { campaign_id: offers[0]?.id ?? '' },
    send: (body, key) => api.claims.create(body, key),
    message: answerText,
    changes: ['affiliate', 'claims'],
    onDone,
  });
  const { data: links = [] } = useQuery(linkChoices);
  const campaign = of.form.watch('campaign_id');
  const ofCampaign = links.filter((link) => link.campaign_id === campaign);
  return (
    <ApiForm of={of} label={t('Send the claim')}>
      <SelectField
        label={t('Campaign')}
        options={offers.map(({ id, name }) => [id, name])}
        {...of.field('campaign_id')}
      />
      <TextField
        label={t('Order number')}
        hint={t('As the customer’s confirmation names it.')}
        {...of.field('order_id')}
      />
      <TextField type="date" label={t('Date of the order')} {...of.field('ordered_at')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('Order value')}
          inputMode="decimal"
          hint={t('Where you know it.')}
          {...of.field('order_value')}
        />
        <TextField label={t('Currency')} {...of.field('currency')} />
      </div>
      <SelectField
        label={t('Link that the customer followed')}
        hint={t('Choose your link, or name the click or coupon code below: one of the three.')}
        options={[
          ['', t('Not through a link')],
          ...ofCampaign.map(
            ({ tracking_code: code, destination_url: page }) =>
              [code, `${code} · ${page}`] as const,
          ),
        ]}
        {...of.field('tracking_code')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('Click')} {...of.field('click_id')} />
        <TextField label={t('Coupon code')} {...of.field('coupon_code')} />
      </div>
      <TextArea
        label={t('Note to the brand')}
        hint={t('What helps to find the order. Name no customer.')}
        {...of.field('note')}
      />
    </ApiForm>
  );
}
