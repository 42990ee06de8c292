import { z } from 'zod';
import type { SetAsideEvent } from '@tributary/messaging';
import { redactText } from '../log.ts';

const REASON_LIMIT = 300;

const count = z.int().min(0);
const seconds = z.number().min(0);
const isoTime = z.iso.datetime();

const setAsideEventSchema = z
  .object({
    id: z
      .string()
      .nullable()
      .describe('The event’s id; null where the message named none.')
      .meta({ examples: ['019ffc00-0000-7000-8000-0000000000e1'] }),
    type: z
      .string()
      .nullable()
      .describe('The event’s type.')
      .meta({ examples: ['conversion.approved.v1'] }),
    topic: z
      .string()
      .describe('The topic that it came from.')
      .meta({ examples: ['tracking.conversions'] }),
    group: z
      .string()
      .describe('The consumer group that could not handle it.')
      .meta({ examples: ['commission'] }),
    since: isoTime.describe('When it was set aside.'),
    reason: z
      .string()
      .describe('Why it could not be handled, without e-mail addresses and secrets.')
      .meta({ examples: ['campaign_unknown: There is no such campaign'] }),
  })
  .meta({ id: 'SetAsideEvent', description: 'An event that a consumer could not handle' });

const setAsideEventsSchema = z
  .object({
    count: count.describe('How many there are; 1,000 stands for 1,000 or more.').meta({
      examples: [1],
    }),
    newest: z.array(setAsideEventSchema).max(20).describe('The newest of them, at most 20.'),
  })
  .meta({ id: 'SetAsideEvents', description: 'Events that a consumer could not handle' });

const waitingOutboxSchema = z
  .object({
    pending: count.describe('Events that wait to be published.').meta({ examples: [0] }),
    oldest_seconds: seconds
      .describe('For how long the oldest of them waits, seconds; 0 where none does.')
      .meta({ examples: [0] }),
    dead: count
      .describe('Events that Kafka refused for good; later ones of their key wait behind them.')
      .meta({ examples: [0] }),
  })
  .meta({ id: 'OutboxState', description: 'The outbox of a service' });

const consumerLagSchema = z
  .object({
    group: z
      .string()
      .describe('The consumer group.')
      .meta({ examples: ['commission'] }),
    lag_seconds: seconds
      .nullable()
      .describe(
        'For how long the oldest event waits that the group has not handled, seconds; 0 where none waits for a second, null while Kafka does not answer.',
      )
      .meta({ examples: [0] }),
  })
  .meta({ id: 'ConsumerLag', description: 'How far a consumer group is behind' });

const stuckPayoutsSchema = z
  .object({
    step: z
      .string()
      .describe('The step that they are in.')
      .meta({ examples: ['sent'] }),
    count: count.describe('How many have been in it for longer than its deadline.').meta({
      examples: [1],
    }),
    oldest_seconds: seconds
      .describe('For how long the oldest of them has been in it, seconds.')
      .meta({ examples: [270000] }),
  })
  .meta({ id: 'StuckPayouts', description: 'Payouts past the deadline of their step' });

/** What a service answers about itself. */
export const serviceStateSchema = z.object({
  not_ready: z
    .array(z.string())
    .describe('The parts without which it does not serve; empty where it is ready.')
    .meta({ examples: [[]] }),
  degraded: z
    .array(z.string())
    .describe('The parts that are away, without which it serves with less.')
    .meta({ examples: [['kafka']] }),
  outbox: waitingOutboxSchema,
  parked: setAsideEventsSchema.describe('Events that are tried again.'),
  dead_letters: setAsideEventsSchema.describe(
    'Events of the last 30 days that were given up and have not been handled since.',
  ),
  consumers: z.array(consumerLagSchema).describe('Its consumer groups.'),
  stuck_payouts: z
    .array(stuckPayoutsSchema)
    .optional()
    .describe('Payouts past the deadline of their step, by step; of payout alone.'),
});

export type ServiceState = z.output<typeof serviceStateSchema>;

/** Payouts that have been in a step for longer than its deadline. */
export type StuckPayouts = z.output<typeof stuckPayoutsSchema>;

/** An error’s text on one line, without addresses and secrets. */
export const reasonOf = (text: string): string =>
  redactText(text).replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LIMIT);

/** A set-aside event as operators see it. */
export const setAsideView = ({ since, reason, ...event }: SetAsideEvent) => ({
  ...event,
  since: since.toISOString(),
  reason: reasonOf(reason),
});
