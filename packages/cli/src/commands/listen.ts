import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  openWebhooks,
  type Schemas,
  type Tributary,
  TributaryError,
  type WebhookEvent,
  type Webhooks,
} from '@tributary/sdk';
import { type Call, type Command, countOf, textOf, UsageError } from '../command.ts';
import { chooseEndpoint } from './endpoints.ts';

type Delivery = Schemas['WebhookDelivery'];

/** The deliveries on one page of the log. */
const PAGE = 50;
/** So many pages are read at once at most: what came before them is not forwarded. */
const MAX_PAGES = 10;
/** The deliveries that are remembered, so that none is forwarded twice. */
const MAX_SEEN = 2 * PAGE * MAX_PAGES;
const ANSWER_LIMIT_MS = 30_000;

/** Reads what is new in the delivery log of an endpoint. */
export class DeliveryLog {
  private readonly log: Tributary['webhookDeliveries'];
  private readonly endpointId: string;
  private seen: readonly string[] = [];

  constructor(log: Tributary['webhookDeliveries'], endpointId: string) {
    this.log = log;
    this.endpointId = endpointId;
  }

  /** Skips what is in the log already, but for the newest `replay` deliveries. */
  async begin(replay: number): Promise<void> {
    const { data } = await this.log.list(this.endpointId, { limit: PAGE });
    this.remember(data.events.slice(replay));
  }

  /** The deliveries since the last call, oldest first. */
  async next(): Promise<Delivery[]> {
    const fresh: Delivery[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { skip: page * PAGE, limit: PAGE };
      const { events } = (await this.log.list(this.endpointId, query)).data;
      const unseen = events.filter(({ id }) => !this.seen.includes(id));
      fresh.push(...unseen);
      if (unseen.length < PAGE) break;
    }
    this.remember(fresh);
    return fresh.toReversed();
  }

  private remember(deliveries: readonly Delivery[]): void {
    const ids = deliveries.map(({ id }) => id);
    this.seen = [...new Set([...ids, ...this.seen])].slice(0, MAX_SEEN);
  }
}

interface Forwarded {
  readonly delivery_id: string;
  readonly event: string;
  /** The answer of the receiver; null where it did not answer. */
  readonly status: number | null;
  readonly error?: string;
}

/** Posts an event to the receiver, signed with the present time. */
async function forward(delivery: Delivery, target: string, webhooks: Webhooks): Promise<Forwarded> {
  const event = delivery.payload as unknown as WebhookEvent;
  const about = { delivery_id: delivery.id, event: delivery.event_type };
  const { body, headers } = await webhooks.signTestEvent(event);
  try {
    const answer = await fetch(target, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    await answer.body?.cancel();
    return { ...about, status: answer.status };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return {
      ...about,
      status: null,
      error: cause instanceof Error ? cause.message : String(cause),
    };
  }
}

/** The endpoint's secret where it is given, else one of this machine that stays the same. */
function secretOf({ terminal, credentials, options }: Call): string {
  const given = textOf({ options }, 'secret') ?? terminal.env['TRIBUTARY_WEBHOOK_SECRET'];
  if (given !== undefined) return given;
  const kept = credentials.read();
  const secret = kept.listen_secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  if (kept.listen_secret === undefined) credentials.write({ ...kept, listen_secret: secret });
  return secret;
}

function report({ options, terminal }: Call, result: Forwarded): void {
  const { event, delivery_id: id, status, error } = result;
  const text = `${event}  ${id}  ${status === null ? `no answer: ${error ?? ''}` : status}`;
  terminal.print(options['json'] === true ? JSON.stringify(result) : text);
}

/** Waits, or less where it is interrupted. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

interface Settings {
  readonly target: string;
  readonly webhooks: Webhooks;
  readonly names: readonly string[] | undefined;
  readonly count: number;
  readonly intervalMs: number;
}

/** What the options state. @throws UsageError */
function settingsOf(call: Call, secret: string): Settings {
  return {
    target: textOf(call, 'forward-to') ?? '',
    webhooks: openWebhooks(secret),
    names: textOf(call, 'events')?.split(','),
    count: countOf(call, 'count', 1) ?? Infinity,
    intervalMs: (countOf(call, 'interval', 1) ?? 2) * 1_000,
  };
}

/** Forwards what is new, until it is interrupted or enough was sent. */
async function follow(call: Call, log: DeliveryLog, settings: Settings): Promise<void> {
  const { target, webhooks, names, count, intervalMs } = settings;
  const { signal, note } = call.terminal;
  let sent = 0;
  while (!signal.aborted) {
    const fresh = await log.next().catch((error: unknown) => retried(error, note));
    const wanted = fresh.filter(({ event_type: name }) => names?.includes(name) ?? true);
    for (const delivery of wanted.slice(0, count - sent)) {
      report(call, await forward(delivery, target, webhooks));
      sent += 1;
    }
    if (sent >= count) return;
    await wait(intervalMs, signal);
  }
}

async function listen(call: Call): Promise<void> {
  const { terminal } = call;
  if (!URL.canParse(textOf(call, 'forward-to') ?? ''))
    throw new UsageError('Name the receiver: --forward-to http://localhost:3000/webhooks');
  const endpointId = await chooseEndpoint(call);
  const secret = secretOf(call);
  const settings = settingsOf(call, secret);
  const log = new DeliveryLog(call.client().webhookDeliveries, endpointId);
  await log.begin(countOf(call, 'replay', 0) ?? 0);
  terminal.note(
    `Forwarding the messages of endpoint ${endpointId} to ${settings.target}, signed with ${secret}`,
  );
  await follow(call, log, settings);
}

/** Reports what may succeed the next time. @throws the error where it may not */
function retried(error: unknown, note: (line: string) => void): Delivery[] {
  if (!(error instanceof TributaryError) || !error.retryable) throw error;
  note(`The platform does not answer: ${error.message}`);
  return [];
}

export const listenCommand: Command = {
  name: 'listen',
  summary: 'Forward webhooks to a receiver on this machine, until it is interrupted',
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      summary: 'The receiver, such as http://localhost:3000/webhooks',
    },
    endpoint: {
      type: 'string',
      value: 'ID',
      summary: 'The endpoint whose messages are forwarded; the only one by default',
    },
    events: { type: 'string', value: 'NAME,NAME', summary: 'These events alone' },
    secret: {
      type: 'string',
      value: 'whsec_…',
      summary: 'Signs the messages; one of this machine by default, or TRIBUTARY_WEBHOOK_SECRET',
    },
    replay: { type: 'string', value: 'N', summary: 'Begin with the newest N messages of the log' },
    count: { type: 'string', value: 'N', summary: 'Stop after N messages' },
    interval: {
      type: 'string',
      value: 'SECONDS',
      summary: 'How often the log is read; 2 by default',
    },
  },
  notes:
    'The platform keeps every message of an endpoint in a log, also those that its address did not take. listen reads this log and\nsends what is new to the receiver, signed again, in both header schemes.',
  run: listen,
};
