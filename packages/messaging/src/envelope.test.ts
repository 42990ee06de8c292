import { deadLetter, originalHeaders } from './consumer/dead-letters.ts';
import type { OutboxEvent } from '@tributary/mongo';
import { sizeOf, toMessage } from './envelope.ts';

const envelope: OutboxEvent = {
  _id: 'e1',
  topic: 'notes',
  key: 'a',
  type: 'note.taken.v1',
  payload: '{"id":"a"}',
  correlationId: 'req-1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  occurredAt: new Date('2026-05-01T12:00:00Z'),
};

describe('toMessage', () => {
  it('produces the same bytes each time, because a repeated send must be identical', () => {
    expect(toMessage(envelope, 'notes')).toEqual(toMessage({ ...envelope }, 'notes'));
  });

  it('leaves out absent headers', () => {
    const { headers } = toMessage({ ...envelope, correlationId: null, traceparent: null }, 'notes');
    expect(Object.keys(headers)).toEqual([
      'ce_id',
      'ce_type',
      'ce_source',
      'ce_time',
      'ce_specversion',
      'ce_dataschema',
      'content-type',
    ]);
  });

  it('is measured in bytes, not in characters', () => {
    const plain = sizeOf(toMessage(envelope, 'notes'));
    expect(sizeOf(toMessage({ ...envelope, payload: '{"id":"é"}' }, 'notes'))).toBe(plain + 1);
  });
});

describe('deadLetter', () => {
  const { headers } = toMessage(envelope, 'notes');
  const message = { topic: 'notes', partition: 2, offset: '9', key: 'a', value: null, headers };

  it('bounds the error and its stack, so that the letter fits into its topic', () => {
    const error = new Error('x'.repeat(10_000));
    error.stack = 'y'.repeat(100_000);
    const letter = deadLetter({ message, group: 'g', error, attempts: 3, at: new Date(0) });
    expect(letter.topic).toBe('notes.dead');
    expect(sizeOf(letter) - sizeOf(message)).toBeLessThan(6_000);
  });

  it('restores the original headers for a replay', () => {
    const error = new Error('broken');
    const letter = deadLetter({ message, group: 'g', error, attempts: 3, at: new Date(0) });
    expect(originalHeaders(letter.headers)).toEqual(headers);
  });
});
