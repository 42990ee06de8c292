import { type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type CallKey, useAction } from '../api/use-action.ts';
import { dateTime } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Line, Lines } from '../ui/lines.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { frequencyWords } from './words.ts';

interface Schedule {
  readonly id: string;
  readonly kind: string;
  readonly format: string;
  readonly frequency: string;
  readonly next_at: string;
}

interface Props {
  readonly query: UseQueryResult<readonly Schedule[]>;
  /** What each kind of report is called. */
  readonly names: readonly (readonly [kind: string, name: string])[];
  readonly remove: (id: string, key: CallKey) => Promise<unknown>;
  readonly changes: QueryKey;
  /** The button that creates one. */
  readonly action: ReactNode;
}

/** Reports that are mailed again and again. */
export function ReportSchedules({ query, names, remove, changes, action }: Props) {
  const deleting = useAction({
    run: remove,
    message: () => t('The report is not sent any more'),
    changes,
  });
  return (
    <Panel title={t('Sent by e-mail')} query={query} action={action}>
      {(schedules) =>
        schedules.length === 0 ? (
          <EmptyState
            icon="chart"
            title={t('No report is sent')}
            text={t('A schedule sends a report every day, week or month.')}
          />
        ) : (
          <Lines>
            {schedules.map(({ id, kind, format, frequency, next_at: next }) => (
              <Line
                key={id}
                title={names.find(([name]) => name === kind)?.[1] ?? kind}
                text={`${frequencyWords()[frequency] ?? frequency} · ${format.toUpperCase()} · ${t('next on {when}', { when: dateTime(next) })}`}
              >
                <ConfirmButton
                  label={t('Stop')}
                  description={t('Stop sending the report')}
                  question={t('The report is not sent any more.')}
                  isBusy={deleting.isPending}
                  onConfirm={(onSuccess) => deleting.mutate(id, { onSuccess })}
                />
              </Line>
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}
