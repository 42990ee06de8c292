import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { deliveryQuery } from '../../api/webhook-queries.ts';
import { dateTime, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { StateBadge } from '../state-badge.tsx';

type Attempt = Schemas['DeliveryAttempt'];

const isAccepted = ({ response_code: code }: Attempt): boolean =>
  code !== null && code >= 200 && code < 300;

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <Lines>
      {attempts.map((attempt) => (
        <Line
          key={attempt.at}
          title={dateTime(attempt.at)}
          text={attempt.error_message ?? attempt.response_body ?? undefined}
        >
          <span className="text-xs text-muted">
            {t('{ms} ms', { ms: whole(attempt.duration_ms) })}
          </span>
          <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>
            {attempt.response_code ?? t('No answer')}
          </Badge>
        </Line>
      ))}
    </Lines>
  );
}

/** One message: its state, every attempt with its answer, and what was sent. */
export function Delivery({ endpoint, id }: { readonly endpoint: string; readonly id: string }) {
  const resend = useAction({
    run: (_input, key) => api.webhookDeliveries.retry(endpoint, id, key),
    message: () => t('The message is sent again'),
    changes: ['webhooks'],
  });
  return (
    <QueryState query={useQuery(deliveryQuery(endpoint, id))}>
      {(delivery) => (
        <>
          <div className="flex items-center gap-3 border-b border-line p-5">
            <StateBadge state={delivery.status} />
            <span className="mr-auto text-sm font-medium">{delivery.event_type}</span>
            <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
              {t('Send again')}
            </Button>
          </div>
          <Section title={t('Attempts')} isFlush>
            <Attempts attempts={delivery.attempt_log} />
          </Section>
          <Section title={t('What is sent')}>
            <pre tabIndex={0} className="overflow-x-auto rounded-lg bg-sunken p-3 text-xs">
              {JSON.stringify(delivery.payload, undefined, 2)}
            </pre>
          </Section>
        </>
      )}
    </QueryState>
  );
}
