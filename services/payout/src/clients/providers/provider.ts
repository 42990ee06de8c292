import { type PayoutProvider } from '@tributary/contracts';
import { type z } from 'zod';
import { type FeeRule } from '../../domain/fee.ts';
import { type ProviderOutcome } from '../../domain/provider-outcome.ts';
import { type BookedPayment } from '../../domain/reconciliation.ts';
import { type ProviderHttp } from './http.ts';

/** One payment to be made. */
export interface PaymentOrder {
  readonly payoutId: string;
  /** Names this try; a provider makes one payment per key, or per key and payout of a group. */
  readonly key: string;
  readonly destination: string;
  /** What arrives, minor units. */
  readonly netMinor: number;
  readonly currency: string;
  /**
   * The payment may have been made so long ago that the provider has forgotten its key: it is looked for
   * before one is made.
   */
  readonly lookFirst: boolean;
}

/** What became of a group: all of it was taken, by payout, or none. */
export type GroupAnswer =
  | { readonly kind: 'taken'; readonly outcomes: ReadonlyMap<string, ProviderOutcome> }
  | { readonly kind: 'refused' };

/** Something a provider said by itself. */
export type Notice =
  | {
      readonly kind: 'payment';
      readonly payoutId: string;
      readonly key: string | null;
      readonly outcome: ProviderOutcome;
    }
  /** Something about a destination changed. How it stands is to be asked: notices come out of order. */
  | { readonly kind: 'account'; readonly destination: string }
  | { readonly kind: 'other' };

/**
 * A provider of payments. Errors: `unavailable` means that the outcome is unknown or the provider is
 * away, and the same order may be given again.
 */
export interface Provider {
  readonly id: PayoutProvider;
  /** Makes the payment, or finds the one that was made for this key. */
  submit(order: PaymentOrder): Promise<ProviderOutcome>;
  /**
   * Makes the payments of up to 500 payouts in one call, or finds those that were made for this key. Providers
   * without it get one order after the other.
   */
  readonly submitGroup?: (key: string, orders: readonly PaymentOrder[]) => Promise<GroupAnswer>;
  /** How a payment stands. */
  look(
    order: PaymentOrder,
    outcome: Pick<ProviderOutcome, 'transactionId' | 'batchId' | 'itemId'>,
  ): Promise<ProviderOutcome>;
  /** All payments that were made at or after `since`, as they stand now; in no order. */
  listPayments(since: Date): AsyncIterable<BookedPayment>;
  /**
   * A callback's content once its signature holds.
   * @throws unauthenticated `invalid_signature`, invalid `malformed_callback`
   */
  read(callback: {
    headers: Readonly<Record<string, string | string[] | undefined>>;
    rawBody: string;
    now: Date;
  }): Notice;
  /** Where the provider checks destinations itself; others are checked by a mailed code. */
  readonly accountChecks?: {
    /** Asks for a check; the provider calls back. */
    start(destination: string): Promise<void>;
    /** Whether it pays to a destination as things are now; undefined where it knows of none. */
    isVerified(destination: string): Promise<boolean | undefined>;
  };
}

/** The ids of a payment that providers tell. */
export type PaymentIds = Pick<ProviderOutcome, 'transactionId' | 'batchId' | 'itemId'>;

/** All there is to know of a provider; one folder holds it. */
export interface ProviderDefinition<
  Settings extends z.ZodRawShape = z.ZodRawShape,
  Account extends z.ZodRawShape = z.ZodRawShape,
  Id extends string = string,
> {
  readonly id: PayoutProvider;
  /** Environment variables. */
  readonly settings: Settings;
  /** What the bundled sandbox at this address wants. */
  readonly sandboxSettings: (sandboxUrl: string) => Readonly<Record<string, string>>;
  readonly baseUrl: (settings: z.output<z.ZodObject<Settings>>) => string;
  readonly fee: (settings: z.output<z.ZodObject<Settings>>) => FeeRule;
  readonly open: (http: ProviderHttp, settings: z.output<z.ZodObject<Settings>>) => Provider;
  /** The one field of an account that names the destination, as the API has it. */
  readonly account: Account;
  /** How the kind of payment is called in lists. */
  readonly paymentMethod: string;
  /** The fields of a payout that show the provider's own ids. */
  readonly shownIds: Readonly<Record<Id, keyof PaymentIds>>;
}

/** Declares a provider; what is opened later gets settings of the declared shape. */
export const defineProvider = <
  const Settings extends z.ZodRawShape,
  const Account extends z.ZodRawShape,
  const Id extends string,
>(
  definition: ProviderDefinition<Settings, Account, Id>,
): ProviderDefinition<Settings, Account, Id> => definition;
