import { allEventTypes } from './index.ts';

describe.each(allEventTypes().map((eventType) => [eventType.type, eventType] as const))(
  'the sample of %s',
  (_type, eventType) => {
    const samples = [eventType.sample, ...eventType.publicEvents.map(({ sample }) => sample)];

    it('fits the schema and has no field that the schema lacks', () => {
      for (const sample of samples.filter((sample) => sample !== undefined)) {
        expect(eventType.schema.parse(sample)).toEqual(sample);
      }
    });

    it('has a key', () => {
      expect(eventType(eventType.sample).key).toEqual(expect.stringMatching(/./));
    });

    it('is published as each of its public events, or the reason for none is given', () => {
      for (const { sample = eventType.sample, messages } of eventType.publicEvents) {
        expect(messages(sample)).not.toEqual([]);
      }
      expect(eventType.publicEvents.length === 0).toBe(eventType.internalBecause !== undefined);
    });
  },
);
