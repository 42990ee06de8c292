import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { ConfirmSecondFactorRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

/** A new secret for an authenticator app, requested each time that the form opens. */
const enrolment = {
  queryKey: ['second-factor', 'enrolment'],
  queryFn: () => api.secondFactors.enrol(),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
};

function Fields({
  secret,
  onConfirmed,
}: {
  readonly secret: Schemas['EnrolSecondFactorResponse'];
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const of = useApiForm<
    Schemas['ConfirmSecondFactorRequest'],
    Schemas['ConfirmSecondFactorResponse']
  >({
    schema: ConfirmSecondFactorRequest,
    start: { code: '' },
    send: (body, key) => api.secondFactors.confirm(body, key),
    changes: ['sessions'],
    onDone: ({ recovery_codes: codes }) => onConfirmed(codes),
  });
  return (
    <ApiForm of={of} label={t('Turn it on')}>
      <p className="text-sm">
        {t('Scan the code with an authenticator app, then enter the six digits that it shows.')}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={secret.otpauth_uri} label={t('Code for an authenticator app')} />
        <code className="text-xs break-all text-muted">{secret.secret}</code>
      </div>
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...of.field('code')}
      />
    </ApiForm>
  );
}

/** Turns the second factor on, and shows the recovery codes once. */
export function Form({ onDone }: DialogFormProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const secret = useQuery(enrolment);
  if (codes !== undefined)
    return (
      <NewSecret
        secret={codes.join(' ')}
        text={t('Each of these codes replaces your device once. They are not shown again.')}
        onDone={onDone}
      />
    );
  return (
    <QueryState query={secret}>
      {(data) => <Fields secret={data} onConfirmed={setCodes} />}
    </QueryState>
  );
}
