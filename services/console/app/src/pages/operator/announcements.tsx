import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { ApiForm, useApiForm } from '../../forms/api-form.tsx';
import { CreateAnnouncementRequest } from '../../gen/bodies.ts';
import { t } from '../../i18n/translate.ts';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';

export function Page() {
  const of = useApiForm<Schemas['CreateAnnouncementRequest']>({
    schema: CreateAnnouncementRequest,
    start: { kind: 'update', title: '', message: '' },
    send: (body, key) => api.announcements.create(body, key),
    message: () => t('The announcement is on its way'),
    changes: ['announcements'],
    onDone: () => of.form.reset(),
  });
  return (
    <Frame
      title={t('Announcements')}
      description={t('A message to every account, here and by their webhooks.')}
    >
      <Card className="max-w-2xl" title={t('New announcement')}>
        <ApiForm of={of} label={t('Send it to everybody')}>
          <SelectField
            label={t('Kind')}
            options={[
              ['update', t('Something new')],
              ['maintenance', t('Maintenance')],
            ]}
            {...of.field('kind')}
          />
          <TextField label={t('Title')} {...of.field('title')} />
          <TextArea label={t('Message')} rows={5} {...of.field('message')} />
        </ApiForm>
      </Card>
    </Frame>
  );
}
