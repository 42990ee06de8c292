import type { IncomingMessage } from '../port.ts';
import { z } from 'zod';
import { readMessage } from './read-message.ts';

const schema = z.object({ id: z.string() });
const handler = { eventType: { schema } };
const handlers = new Map([['note.taken.v1', handler]]);

const message = (value: string | null, headers: Record<string, string> = {}): IncomingMessage => ({
  topic: 'notes',
  partition: 0,
  offset: '7',
  key: 'a',
  value: value === null ? null : Buffer.from(value),
  headers: {
    ce_id: 'e1',
    ce_type: 'note.taken.v1',
    ce_time: '2026-05-01T12:00:00.000Z',
    ...headers,
  },
});

describe('readMessage', () => {
  it('reads an event without the fields that this version does not know', () => {
    const reading = readMessage(message('{"id":"a","added":"later"}'), handlers);
    expect(reading).toMatchObject({
      kind: 'event',
      handler,
      event: {
        id: 'e1',
        type: 'note.taken.v1',
        data: { id: 'a' },
        occurredAt: new Date('2026-05-01T12:00:00Z'),
        correlationId: 'e1',
      },
    });
  });

  it('skips types without a handler, whatever they contain', () => {
    expect(readMessage(message('{', { ce_type: 'note.lost.v1' }), handlers).kind).toBe('skip');
  });

  it('goes by the id of the event where the correlation id is not fit for headers', () => {
    const reading = readMessage(message('{"id":"a"}', { 'x-correlation-id': 'a\nb' }), handlers);
    expect(reading).toMatchObject({ kind: 'event', event: { correlationId: 'e1' } });
  });

  it.each([
    ['no JSON', message('{')],
    ['another shape', message('{"id":1}')],
    ['no value', message(null)],
    ['no id', message('{"id":"a"}', { ce_id: '' })],
    ['a malformed id', message('{"id":"a"}', { ce_id: 'e1\nx-role: admin' })],
    ['an endless id', message('{"id":"a"}', { ce_id: 'e'.repeat(129) })],
    ['no time', message('{"id":"a"}', { ce_time: 'soon' })],
    ['no headers', { ...message('{"id":"a"}'), headers: {} }],
    ['an empty time', message('{"id":"a"}', { ce_time: '' })],
  ])('calls %s poison instead of throwing', (_name, poisoned) => {
    const reading = readMessage(poisoned, handlers);
    expect(reading).toMatchObject({ kind: 'poison', error: { code: 'event_unreadable' } });
  });
});
