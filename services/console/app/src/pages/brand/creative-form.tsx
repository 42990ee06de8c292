import { type SubmitEvent, useState } from 'react';
import { type Schemas } from '@tributary/sdk';
import { sentenceOf } from '../../api/failure.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';

interface Props extends DialogFormProps {
  readonly campaign: string;
}

const kindWords = (): readonly (readonly [Schemas['Creative']['kind'], string])[] => [
  ['image', t('Picture')],
  ['html', t('HTML')],
  ['text', t('Text')],
];

/** Uploads a banner or text. */
export function Form({ campaign, onDone }: Props) {
  const [problem, setProblem] = useState<string>();
  const upload = useAction({
    run: (body: FormData, key) => api.creatives.create(campaign, body, key),
    message: () => t('Affiliates can use it now'),
    changes: ['brand', 'campaign', campaign, 'creatives'],
    onDone,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    upload.mutate(body, { onError: (error) => setProblem(sentenceOf(error)) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-5">
      <FormError>{problem}</FormError>
      <TextField label={t('Name')} name="name" required maxLength={200} />
      <SelectField label={t('Kind')} name="kind" options={kindWords()} />
      <TextField
        label={t('File')}
        name="file"
        type="file"
        required
        hint={t('PNG, JPEG, GIF, HTML or text.')}
      />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={upload.isPending}>
          {t('Upload')}
        </Button>
      </div>
    </form>
  );
}
