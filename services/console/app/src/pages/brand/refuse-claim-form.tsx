import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { DecideClaimRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { Evidence } from '../claim-cells.tsx';
import { claimReasonWords } from '../words.ts';

interface Props extends DialogFormProps {
  readonly claim: Schemas['Claim'];
}

const REFUSALS = [
  'unknown_order',
  'not_referred',
  'order_cancelled',
  'outside_terms',
  'other',
] as const;

/** Refuses a claim to a missing order, with a reason that the affiliate reads. */
export function Form({ claim, onDone }: Props) {
  const of = useApiForm<Schemas['DecideClaimRequest']>({
    schema: DecideClaimRequest,
    start: { decision: 'refused', reason: 'unknown_order' },
    send: (body, key) => api.claims.decide(claim.id, body, key),
    message: () => t('The claim was refused'),
    changes: ['brand'],
    onDone,
  });
  const words = claimReasonWords();
  return (
    <ApiForm of={of} label={t('Refuse the claim')}>
      <Evidence claim={claim} />
      <SelectField
        label={t('Reason')}
        hint={t('The affiliate reads it. The decision is final.')}
        options={REFUSALS.map((reason) => [reason, words[reason]])}
        {...of.field('reason')}
      />
      <TextArea label={t('Note to the affiliate')} {...of.field('notes')} />
    </ApiForm>
  );
}
