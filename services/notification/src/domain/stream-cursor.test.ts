import { idsOfEventId, openStreamCursor, readFrom } from './stream-cursor.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 4, 1) + ms);
const id = (number: number) => `01975b3c-7c00-7000-8000-${String(number).padStart(12, '0')}`;
const notification = (number: number, ms: number) => ({ id: id(number), createdAt: at(ms) });

describe('a stream’s cursor', () => {
  it('reads a span again, so that late inserts are not missed', () => {
    const cursor = openStreamCursor(at(0), []);
    expect(cursor.position()).toEqual({ from: readFrom(at(0)), sentIds: [] });
    cursor.advance(notification(1, 1_000));
    expect(cursor.position()).toEqual({ from: readFrom(at(1_000)), sentIds: [id(1)] });
    // Older than the previous one, but within the span that is read again.
    cursor.advance(notification(2, 500));
    expect(cursor.position()).toEqual({ from: readFrom(at(1_000)), sentIds: [id(1), id(2)] });
  });

  it('forgets ids that are older than the span that is read again', () => {
    const cursor = openStreamCursor(at(0), [notification(1, 0)]);
    cursor.advance(notification(2, 15_001));
    expect(cursor.position().sentIds).toEqual([id(2)]);
  });

  it('is written as an event id of the ids sent last, newest first', () => {
    const cursor = openStreamCursor(at(0), [notification(1, 0)]);
    cursor.advance(notification(2, 10));
    expect(cursor.eventId()).toBe(`${id(2)},${id(1)}`);
    expect(idsOfEventId(cursor.eventId())).toEqual([id(2), id(1)]);
    for (let number = 3; number < 60; number += 1) cursor.advance(notification(number, 20));
    expect(idsOfEventId(cursor.eventId())).toHaveLength(20);
  });

  it('ignores an event id that this service did not issue', () => {
    for (const text of ['', '17', `${id(1)},`, `${id(1)} `, `{"$gt":""}`]) {
      expect(idsOfEventId(text)).toEqual([]);
    }
  });
});
