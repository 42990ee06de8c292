import { type PayoutProvider } from '@tributary/contracts';
import { type z } from 'zod';
import { type FeeRule } from '../../domain/fee.ts';
import { type PaymentIds, type ProviderOutcome } from '../../domain/provider-outcome.ts';
import { type ProviderPayment } from '../../domain/reconciliation.ts';
import { type ProviderHttp } from './http.ts';

/** One payment to make. */
export interface PaymentOrder {
  readonly payoutId: string;
  /** The idempotency key: a provider makes one payment per key, or per key and payout of a group. */
  readonly key: string;
  readonly destination: string;
  /** What arrives, minor units. */
  readonly netMinor: number;
  readonly currency: string;
  /** Look the payment up before making it: it may be so old that the provider has forgotten its key. */
  readonly checkBeforeRetry: boolean;
}

/** The result of submitting a group: accepted, with an outcome per payout, or refused as a whole. */
export type GroupResult =
  | { readonly kind: 'accepted'; readonly outcomes: ReadonlyMap<string, ProviderOutcome> }
  | { readonly kind: 'refused' };

/** A provider's callback. */
export type ProviderCallback =
  | {
      readonly kind: 'payment';
      readonly payoutId: string;
      readonly key: string | null;
      readonly outcome: ProviderOutcome;
    }
  /** A destination changed. Its status must be queried, because callbacks arrive out of order. */
  | { readonly kind: 'account'; readonly destination: string }
  | { readonly kind: 'other' };

/**
 * A payment provider. The error `unavailable` means that the outcome is unknown or the provider cannot be reached;
 * the same order may be submitted again.
 */
export interface Provider {
  readonly id: PayoutProvider;
  /** Makes the payment, or finds the one that was made with this key. */
  submit(order: PaymentOrder): Promise<ProviderOutcome>;
  /**
   * Makes the payments of up to 500 payouts in one call, or finds those that were made with this key. Without it,
   * orders are submitted one by one.
   */
  readonly submitGroup?: (key: string, orders: readonly PaymentOrder[]) => Promise<GroupResult>;
  /** The current outcome of a submitted payment. */
  checkPayment(order: PaymentOrder, ids: PaymentIds): Promise<ProviderOutcome>;
  /** All payments that were made at or after `since`, with their current outcome; in no order. */
  listPayments(since: Date): AsyncIterable<ProviderPayment>;
  /**
   * Verifies a callback's signature and parses its content.
   * @throws unauthenticated `invalid_signature`, invalid `malformed_callback`
   */
  parseCallback(callback: {
    headers: Readonly<Record<string, string | string[] | undefined>>;
    rawBody: string;
    now: Date;
  }): ProviderCallback;
  /** Present where the provider verifies destinations; other destinations are verified by a mailed code. */
  readonly accountChecks?: {
    /** Starts a check; the provider reports the result by callback. */
    start(destination: string): Promise<void>;
    /** Whether the provider pays to a destination now; undefined where it does not know the destination. */
    isVerified(destination: string): Promise<boolean | undefined>;
  };
}

/** What a provider needs to be opened: its settings, and its adapter. */
export interface ProviderDefinition<Settings extends z.ZodRawShape = z.ZodRawShape> {
  readonly id: PayoutProvider;
  /** Environment variables. */
  readonly settings: Settings;
  /** Their values for the bundled sandbox at this address. */
  readonly sandboxSettings: (sandboxUrl: string) => Readonly<Record<string, string>>;
  readonly baseUrl: (settings: z.output<z.ZodObject<Settings>>) => string;
  readonly fee: (settings: z.output<z.ZodObject<Settings>>) => FeeRule;
  readonly open: (http: ProviderHttp, settings: z.output<z.ZodObject<Settings>>) => Provider;
}

/** Declares a provider, so that its functions get settings of the declared shape. */
export const defineProvider = <const Settings extends z.ZodRawShape>(
  definition: ProviderDefinition<Settings>,
): ProviderDefinition<Settings> => definition;
