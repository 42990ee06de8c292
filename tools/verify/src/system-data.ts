import mongoose from 'mongoose';

/** A stored row; the checks do not rely on the services' types. */
export type Row = Record<string, unknown> & { _id: unknown };

export const services = [
  'identity',
  'campaign',
  'tracking',
  'attribution',
  'commission',
  'payout',
  'notification',
  'webhook',
  'analytics',
] as const;
export type Service = (typeof services)[number];

/** The settings of the payout service that name keys of payment providers. */
type ProviderKeys = Readonly<Record<string, string | undefined>>;

/** The data to check: all databases, and the provider sandbox where its address is known. */
export interface SystemData {
  collection(service: Service, name: string): mongoose.mongo.Collection<Row>;
  readonly sandboxUrl: string | undefined;
  readonly providerKeys: ProviderKeys;
  close(): Promise<void>;
}

export interface SystemDataOptions {
  readonly mongoUrl: string;
  readonly namespace: string;
  readonly sandboxUrl: string | undefined;
  /** By default those of the environment. */
  readonly providerKeys?: ProviderKeys;
}

export async function openSystemData({
  mongoUrl,
  namespace,
  sandboxUrl,
  providerKeys = process.env,
}: SystemDataOptions): Promise<SystemData> {
  const connection = await mongoose
    .createConnection(mongoUrl, {
      serverSelectionTimeoutMS: 5_000,
    })
    .asPromise();
  const client = connection.getClient();
  return {
    collection: (service, name) =>
      client.db(`${namespace}tributary_${service}`).collection<Row>(name),
    sandboxUrl,
    providerKeys,
    close: () => connection.close(),
  };
}

/** The result of a check: the number of rows checked, and the problems found. */
export interface Finding {
  readonly checked: number;
  readonly problems: readonly string[];
}

/** One invariant. */
export interface Check {
  readonly name: string;
  readonly run: (systemData: SystemData) => Promise<Finding>;
}

/** The maximum number of problems shown per check; all are counted. */
export const SHOWN = 10;

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const num = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
