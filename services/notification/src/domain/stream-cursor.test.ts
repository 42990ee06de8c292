import { feedPlace, idsOfEventId, lookBackFrom } from './stream-cursor.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 4, 1) + ms);
const id = (number: number) => `01975b3c-7c00-7000-8000-${String(number).padStart(12, '0')}`;
const one = (number: number, ms: number) => ({ id: id(number), createdAt: at(ms) });

describe('a place in a feed', () => {
  it('looks a little back, so that what was written late is not missed', () => {
    const feed = feedPlace(at(0), []);
    expect(feed.place()).toEqual({ from: lookBackFrom(at(0)), passed: [] });
    feed.pass(one(1, 1_000));
    expect(feed.place()).toEqual({ from: lookBackFrom(at(1_000)), passed: [id(1)] });
    // Older than the one before it, and within the time that is looked back.
    feed.pass(one(2, 500));
    expect(feed.place()).toEqual({ from: lookBackFrom(at(1_000)), passed: [id(1), id(2)] });
  });

  it('forgets what is too old to be met again', () => {
    const feed = feedPlace(at(0), [one(1, 0)]);
    feed.pass(one(2, 15_001));
    expect(feed.place().passed).toEqual([id(2)]);
  });

  it('is named by the ids that the next look must leave out, the newest first', () => {
    const feed = feedPlace(at(0), [one(1, 0)]);
    feed.pass(one(2, 10));
    expect(feed.eventId()).toBe(`${id(2)},${id(1)}`);
    expect(idsOfEventId(feed.eventId())).toEqual([id(2), id(1)]);
    for (let number = 3; number < 60; number += 1) feed.pass(one(number, 20));
    expect(idsOfEventId(feed.eventId())).toHaveLength(20);
  });

  it('reads no event id that is not ours', () => {
    for (const text of ['', '17', `${id(1)},`, `${id(1)} `, `{"$gt":""}`]) {
      expect(idsOfEventId(text)).toEqual([]);
    }
  });
});
