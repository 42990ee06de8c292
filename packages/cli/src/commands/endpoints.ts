import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf, UsageError } from '../command.ts';
import { fields, table, take } from '../table.ts';
import { LIMIT, limitOf } from './limits.ts';

async function list(call: Call): Promise<void> {
  const found = await take(call.client().webhookEndpoints.list(), limitOf(call));
  call.print(found, () =>
    table(found, [
      ['ID', ({ id }) => id],
      ['URL', ({ url }) => url],
      ['ACTIVE', ({ active }) => (active ? 'yes' : 'no')],
      ['EVENTS', ({ events }) => events.join(',')],
    ]),
  );
}

async function create(call: Call): Promise<void> {
  const events = textOf(call, 'events')?.split(',');
  if (events === undefined) throw new UsageError('Name the events: --events conversion.tracked,…');
  const { data } = await call.client().webhookEndpoints.create({
    url: call.args[0] ?? '',
    // The platform refuses names that it does not know, and lists them.
    events: events as Schemas['WebhookEventName'][],
  });
  call.print(data, () => fields(data));
}

export const endpointCommands: readonly Command[] = [
  {
    name: 'endpoints list',
    summary: 'The webhook endpoints of the account',
    options: { limit: LIMIT },
    run: list,
  },
  {
    name: 'endpoints create',
    summary: 'Register a webhook endpoint; the answer has its secret, once',
    args: ['URL'],
    options: {
      events: { type: 'string', value: 'NAME,NAME', summary: 'The events that are sent there' },
    },
    run: create,
  },
];

/** The endpoint that is named, or the only active one of the account. @throws UsageError */
export async function chooseEndpoint(call: Call): Promise<string> {
  const named = textOf(call, 'endpoint');
  if (named !== undefined) return named;
  const { data } = await call.client().webhookEndpoints.list({ active_only: true, limit: 20 });
  const [only, ...others] = data.endpoints;
  if (only === undefined)
    throw new UsageError(
      'The account has no webhook endpoint: tributary endpoints create URL --events …',
    );
  if (others.length > 0)
    throw new UsageError(
      `Name one of ${data.endpoints.length} endpoints by --endpoint:\n${table(data.endpoints, [
        ['ID', ({ id }) => id],
        ['URL', ({ url }) => url],
      ])}`,
    );
  return only.id;
}
