import { randomUUID } from 'node:crypto';
import { openWebhooks, type Schemas, type WebhookEvent } from '@tributary/sdk';
import { type Call, type Command, textOf, UsageError } from '../command.ts';
import { chooseEndpoint } from './endpoints.ts';

type Data = Readonly<Record<string, unknown>>;

/** The fields that replace those of the sample. @throws UsageError */
function dataOf(call: Call): Data {
  const text = textOf(call, 'data');
  if (text === undefined) return {};
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Data;
  } catch {
    // Refused below, as other texts that are no object.
  }
  throw new UsageError('--data must be an object in JSON');
}

/** The platform's sample of an event. @throws UsageError where there is no such event */
async function sampleOf(call: Call, name: string): Promise<Data> {
  const { data } = await call.client().webhookEventTypes.list();
  const found = data.find((type) => type.name === name);
  if (found !== undefined) return found.sample_payload;
  throw new UsageError(
    `There is no event ${name}; these are: ${data.map((type) => type.name).join(', ')}`,
  );
}

async function sendSigned(call: Call, name: string, target: string): Promise<void> {
  const { terminal, credentials, print } = call;
  const secret =
    textOf(call, 'secret') ??
    terminal.env['TRIBUTARY_WEBHOOK_SECRET'] ??
    credentials.read().listen_secret;
  if (secret === undefined)
    throw new UsageError('Name the secret that the receiver expects: --secret whsec_…');
  const data = { ...(await sampleOf(call, name)), ...dataOf(call) };
  const event = { id: randomUUID(), event: name, timestamp: new Date().toISOString(), data };
  const signed = await openWebhooks(secret).signTestEvent(event as unknown as WebhookEvent);
  const { status } = await fetch(target, { method: 'POST', redirect: 'manual', ...signed });
  print({ id: event.id, event: name, status }, () => `${name}  ${event.id}  ${status}`);
}

async function trigger(call: Call): Promise<void> {
  const [name = ''] = call.args;
  const target = textOf(call, 'to');
  if (target !== undefined) {
    await sendSigned(call, name, target);
    return;
  }
  const payload =
    textOf(call, 'data') === undefined
      ? {}
      : { payload: { ...(await sampleOf(call, name)), ...dataOf(call) } };
  // The platform refuses a name that it does not know.
  const event_type = name as Schemas['WebhookEventName'];
  const endpointId = await chooseEndpoint(call);
  const { data } = await call
    .client()
    .webhookEndpoints.test(endpointId, { event_type, ...payload });
  call.print(
    data,
    () => `${name}  ${data.delivery_id}  ${data.status} ${data.response_code ?? 'no answer'}`,
  );
}

export const triggerCommand: Command = {
  name: 'trigger',
  summary: 'Send a sample of an event to an endpoint, or signed from here to any receiver',
  args: ['EVENT'],
  options: {
    endpoint: {
      type: 'string',
      value: 'ID',
      summary: 'The endpoint that the platform sends it to; the only one by default',
    },
    to: { type: 'string', value: 'URL', summary: 'Send it from this machine to this receiver' },
    secret: {
      type: 'string',
      value: 'whsec_…',
      summary:
        'Signs what is sent by --to; else TRIBUTARY_WEBHOOK_SECRET, else the secret of listen',
    },
    data: { type: 'string', value: 'JSON', summary: 'Fields that replace those of the sample' },
  },
  run: trigger,
};
