import { type ReportKind } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { CreateReportScheduleRequest } from '../../gen/bodies.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { ReportScheduleForm } from '../report-schedule-form.tsx';
import { reportNames } from './report-columns.tsx';

/** Has a report of the affiliate sent again and again. */
export const Form = ({ kind, onDone }: DialogFormProps & { readonly kind: ReportKind }) => (
  <ReportScheduleForm
    schema={CreateReportScheduleRequest}
    names={reportNames()}
    kind={kind}
    send={(body, key) => api.reportSchedules.create(body, key)}
    changes={['affiliate', 'schedules']}
    onDone={onDone}
  />
);
