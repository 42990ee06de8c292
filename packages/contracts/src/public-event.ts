/** The categories of public events, in the order in which the API lists them. */
export const publicCategories = [
  'Affiliate',
  'Campaign',
  'Link',
  'Conversion',
  'Commission',
  'Payment',
  'Payout',
  'Application',
  'Brand',
  'Fraud',
  'Analytics',
  'Integration',
  'System',
] as const;
export type PublicCategory = (typeof publicCategories)[number];

export const macroNames = [
  'click_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'coupon_code',
  'amount',
  'currency',
  'status',
  'event_id',
] as const;
export type MacroName = (typeof macroNames)[number];

/** The values of one message's macros; an absent one becomes an empty string. */
export type MacroValues = Readonly<Partial<Record<MacroName, string>>>;

/** What subscribers get of an event. One event may have several messages, each for other parties. */
export interface PublicMessage {
  /** The users whose endpoints get it. */
  readonly parties: readonly string[];
  /** Whether administrators get it, too: they get every event once, in the version with all data. */
  readonly toAdmins: boolean;
  /** Whether every subscriber gets it. */
  readonly toAll?: boolean;
  /** The values of a postback's macros. */
  readonly macros?: MacroValues;
  /** Event-specific fields; money as text with the currency's decimals. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event of the API, made from the data of an internal one. */
export interface PublicEvent<Data = unknown, Name extends string = string> {
  /** The name that endpoints subscribe to. */
  readonly name: Name;
  readonly category: PublicCategory;
  /** The place within the category in the API's list, from 1. */
  readonly place: number;
  /** The meaning, for users of the API. */
  readonly description: string;
  /** Data that lead to this event where the sample of the internal event does not. */
  readonly sample?: Data;
  /** Empty where the data are not of this event. */
  readonly messages: (data: Data) => readonly PublicMessage[];
}

/** Declares public events of one category whose messages are made alike. */
export const publicEventsOf =
  <Data>(category: PublicCategory, messages: (data: Data) => readonly PublicMessage[]) =>
  <const Name extends string>(
    name: Name,
    place: number,
    description: string,
  ): PublicEvent<Data, Name> => ({ name, category, place, description, messages });

type Party = string | null;
type PublicData = PublicMessage['data'];

const withoutNull = (parties: readonly Party[]): string[] => [
  ...new Set(parties.filter((party) => party !== null)),
];

/** A message for these parties and the administrators. */
export const messageTo = (parties: readonly Party[], data: PublicData): PublicMessage => ({
  parties: withoutNull(parties),
  toAdmins: true,
  data,
});

/** A version of a message for parties that get less data, or data from their side. */
export const alsoTo = (parties: readonly Party[], data: PublicData): PublicMessage => ({
  parties: withoutNull(parties),
  toAdmins: false,
  data,
});

/** A message for every endpoint that subscribes to the event. */
export const messageToAll = (data: PublicData): PublicMessage => ({
  parties: [],
  toAdmins: true,
  toAll: true,
  data,
});
