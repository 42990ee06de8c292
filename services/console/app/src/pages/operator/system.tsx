import { useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { healthQuery, systemQuery } from '../../api/operator-queries.ts';
import { dateTime, span, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts, Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel, QueryState } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { setAsideIn, stuckIn } from './system-state.ts';

type Service = Schemas['SystemService'];
type State = Schemas['ServiceState'];

export const load: Load = (queries) => [queries.query(systemQuery), queries.query(healthQuery)];

/** How many wait, and the oldest for how long. */
const waiting = (count: number, oldestSeconds: number): string =>
  count === 0
    ? t('None')
    : t('{count}, the oldest for {span}', { count: whole(count), span: span(oldestSeconds) });

/** A count that ends at its limit. */
const bounded = (count: number): string => (count < 1_000 ? whole(count) : `${whole(count)}+`);

function lagText(seconds: number | null): string {
  if (seconds === null) return t('Unknown: Kafka does not answer');
  return seconds === 0 ? t('None') : span(seconds);
}

/** The figures of a service that answered. */
function Figures({ state }: { readonly state: State }) {
  const { outbox, parked, dead_letters: dead, consumers, degraded, not_ready: missing } = state;
  const away = [...missing, ...degraded];
  return (
    <Facts>
      {away.length > 0 && (
        <Fact label={t('Without')} value={<span className="text-warn">{away.join(', ')}</span>} />
      )}
      <Fact
        label={t('Waiting in the outbox')}
        value={waiting(outbox.pending, outbox.oldest_seconds)}
      />
      {outbox.dead > 0 && <Fact label={t('Refused by Kafka')} value={whole(outbox.dead)} />}
      <Fact label={t('Events that are tried again')} value={bounded(parked.count)} />
      <Fact label={t('Dead letters')} value={bounded(dead.count)} />
      {consumers.map(({ group, lag_seconds: lag }) => (
        <Fact key={group} label={t('Lag of {group}', { group })} value={lagText(lag)} />
      ))}
    </Facts>
  );
}

/** One service; where it does not answer, this panel alone is broken. */
function ServicePanel({ service, status, state }: Service) {
  return (
    <Card title={service} action={<StateBadge state={status} />}>
      {state === null ? (
        <div role="alert">
          <EmptyState
            icon="alert"
            title={t('It did not answer in time')}
            text={t('What it stores is safe; its figures are back when it answers.')}
          />
        </div>
      ) : (
        <Figures state={state} />
      )}
    </Card>
  );
}

/** What an operator runs, who alone has the rights for it. */
const REPLAY = 'npm run tool -- dead-letters replay [topic] [--type T] [--limit N]';

function SetAside({ services }: { readonly services: readonly Service[] }) {
  const events = setAsideIn(services);
  if (events.length === 0) {
    return (
      <EmptyState
        icon="check"
        title={t('No event is set aside')}
        text={t('Events that a service cannot handle stop here with their reason.')}
      />
    );
  }
  return (
    <>
      <Lines>
        {events.map(({ key, isDead, id, type, topic, group, since, reason }) => (
          <Line
            key={key}
            title={`${group} · ${type ?? topic}`}
            text={
              <span className="whitespace-normal">
                {reason}
                <span className="block">{`${topic} · ${id ?? '–'} · ${dateTime(since)}`}</span>
              </span>
            }
          >
            <Badge tone={isDead ? 'bad' : 'warn'}>
              {isDead ? t('Dead letter') : t('Is tried again')}
            </Badge>
          </Line>
        ))}
      </Lines>
      <div className="flex flex-col gap-2 border-t border-line p-5 text-sm">
        <p className="text-muted">
          {t('Mend the cause, then put dead letters back on their topics by the command line:')}
        </p>
        <code className="block overflow-x-auto rounded-lg bg-sunken px-3 py-2 text-xs">
          {REPLAY}
        </code>
      </div>
    </>
  );
}

function Stuck({ services }: { readonly services: readonly Service[] }) {
  const stuck = stuckIn(services);
  if (stuck === undefined) {
    return (
      <EmptyState
        icon="alert"
        title={t('Payouts are not known now')}
        text={t('The service of payouts did not answer.')}
      />
    );
  }
  if (stuck.length === 0) {
    return (
      <EmptyState
        icon="check"
        title={t('No payout is stuck')}
        text={t('Payouts past the deadline of their step are counted here.')}
      />
    );
  }
  return (
    <Lines>
      {stuck.map(({ step, count, oldest_seconds: oldest }) => (
        <Line key={step} title={step} text={t('the oldest for {span}', { span: span(oldest) })}>
          <Badge tone="bad">{whole(count)}</Badge>
        </Line>
      ))}
    </Lines>
  );
}

/** The services that store nothing, by the readiness of the system. */
function Stateless() {
  return (
    <Panel title={t('Gateway and console')} query={useQuery(healthQuery)}>
      {({ services = {}, degraded = {} }) => (
        <Lines>
          {/* The gateway answered. */}
          {Object.entries({ gateway: 'ready', console: services['console'] ?? 'unreachable' }).map(
            ([name, state]) => (
              <Line
                key={name}
                title={name}
                {...(degraded[name] !== undefined && {
                  text: t('without {parts}', { parts: degraded[name].join(', ') }),
                })}
              >
                <StateBadge state={state} />
              </Line>
            ),
          )}
        </Lines>
      )}
    </Panel>
  );
}

export function Page(_props: PageProps) {
  const system = useQuery(systemQuery);
  return (
    <Frame
      title={t('System')}
      description={t('What waits, what was set aside and what is stuck, of every service.')}
    >
      <Panel title={t('Stuck payouts')} query={system}>
        {({ services }) => <Stuck services={services} />}
      </Panel>
      <Panel title={t('Events set aside')} query={system}>
        {({ services }) => <SetAside services={services} />}
      </Panel>
      <div className="grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">
        <QueryState query={system}>
          {({ services }) => services.map((one) => <ServicePanel key={one.service} {...one} />)}
        </QueryState>
        <Stateless />
      </div>
    </Frame>
  );
}
