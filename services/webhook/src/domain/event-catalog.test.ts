import { affiliateSuspected, announcementMade, type EventType } from '@tributary/contracts';
import { eventCatalog, eventNames, messagesOf, samplePayload } from './event-catalog.ts';

describe('the catalogue of public events', () => {
  it('has the events of each category together, in the order of the contract', () => {
    const categories = eventCatalog.map(({ category }) => category);
    const changes = categories.filter((category, index) => category !== categories[index - 1]);
    expect(changes).toHaveLength(new Set(categories).size);
    const links = eventCatalog.filter(({ category }) => category === 'Link');
    expect(links.map(({ name }) => name)).toEqual([
      'link.created',
      'link.clicked',
      'link.deactivated',
      'link.performance.threshold',
    ]);
  });

  it('has each event once, with the sample of its first cause', () => {
    expect(new Set(eventNames).size).toBe(eventNames.length);
    const [message] = affiliateSuspected.publicEvents[0]!.messages(affiliateSuspected.sample);
    expect(samplePayload('suspicious.activity')).toEqual(message!.data);
  });

  it('has a sample of every event', () => {
    for (const name of eventNames) expect(Object.keys(samplePayload(name))).not.toHaveLength(0);
  });
});

it('an internal event leads to the messages of those public events that its data are of', () => {
  const announcement = { ...announcementMade.sample, kind: 'update' };
  const messages = messagesOf(announcementMade as unknown as EventType, announcement);
  expect(messages.map(({ name }) => name)).toEqual(['system.update']);
});
