import {
  allEventTypes,
  type EventType,
  type MacroValues,
  publicCategories,
  type PublicMessage,
} from '@tributary/contracts';
import type * as contracts from '@tributary/contracts';

type PublicNameOf<Export> = Export extends {
  readonly publicEvents: readonly { readonly name: infer Name }[];
}
  ? Name
  : never;

/** The names that endpoints can subscribe to. */
export type EventName = {
  [Name in keyof typeof contracts]: PublicNameOf<(typeof contracts)[Name]>;
}[keyof typeof contracts];

/** A message to subscribers, with the public event that it is of. */
export interface NamedMessage extends PublicMessage {
  readonly name: EventName;
}

/** The messages that an internal event leads to; none if its data are of no public event. */
export const messagesOf = ({ publicEvents }: EventType, data: unknown): NamedMessage[] =>
  publicEvents.flatMap(({ name, messages }) =>
    messages(data).map((message) => ({ ...message, name: name as EventName })),
  );

interface CatalogEntry {
  readonly name: EventName;
  readonly category: string;
  readonly description: string;
  /** The message that the sample data lead to. */
  readonly sample: PublicMessage | undefined;
}

const declared = allEventTypes().flatMap(({ publicEvents, sample: ofEvent }) =>
  publicEvents.map(({ sample = ofEvent, messages, ...event }) => {
    const [message] = messages(sample);
    return { ...event, name: event.name as EventName, sample: message };
  }),
);

// Several internal events may lead to one public event; the first one gives the sample.
const byName = new Map(declared.toReversed().map((event) => [event.name, event]));

/** Every public event, in the order of the contract. */
export const eventCatalog: readonly CatalogEntry[] = [...byName.values()].sort(
  (one, other) =>
    publicCategories.indexOf(one.category) - publicCategories.indexOf(other.category) ||
    one.place - other.place,
);

export const eventNames = eventCatalog.map(({ name }) => name) as [EventName, ...EventName[]];

const sampleOf = (name: EventName): PublicMessage | undefined => byName.get(name)?.sample;

/** Sample values of a postback's macros. */
export const sampleMacros = (name: EventName): MacroValues => sampleOf(name)?.macros ?? {};

/** Sample data of an event. */
export const samplePayload = (name: EventName): PublicMessage['data'] => sampleOf(name)?.data ?? {};
