import { type BrandReportKind } from '../../api/brand-queries.ts';
import { api } from '../../api/client.ts';
import { CreateBrandReportScheduleRequest } from '../../gen/bodies.ts';
import { type DialogFormProps } from '../../ui/dialog-button.tsx';
import { ReportScheduleForm } from '../report-schedule-form.tsx';
import { reportNames } from './report-columns.tsx';

/** Has a report of the brand sent again and again. */
export const Form = ({ kind, onDone }: DialogFormProps & { readonly kind: BrandReportKind }) => (
  <ReportScheduleForm
    schema={CreateBrandReportScheduleRequest}
    names={reportNames()}
    kind={kind}
    send={(body, key) => api.brandReportSchedules.create(body, key)}
    changes={['brand', 'schedules']}
    onDone={onDone}
  />
);
