import { type PayoutProvider } from '@tributary/contracts';
import { type ProviderOutcome } from '../domain/provider-outcome.ts';

/** One payment to be made. */
export interface PaymentOrder {
  readonly payoutId: string;
  /** Names this try; a provider makes one payment per key. */
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

/** Something a provider said by itself. */
export type Notice =
  | {
      readonly kind: 'payment';
      readonly payoutId: string;
      readonly key: string | null;
      readonly outcome: ProviderOutcome;
    }
  | { readonly kind: 'account'; readonly destination: string; readonly isVerified: boolean }
  | { readonly kind: 'other' };

/**
 * A provider of payments. Errors: `unavailable` means that the outcome is unknown or the provider is
 * away, and the same order may be given again.
 */
export interface Provider {
  readonly id: PayoutProvider;
  /** Makes the payment, or finds the one that was made for this key. */
  submit(order: PaymentOrder): Promise<ProviderOutcome>;
  /** How a payment stands. */
  look(
    order: PaymentOrder,
    outcome: Pick<ProviderOutcome, 'transactionId' | 'batchId'>,
  ): Promise<ProviderOutcome>;
  /**
   * A callback's content once its signature holds.
   * @throws unauthenticated `invalid_signature`, invalid `malformed_callback`
   */
  read(callback: {
    headers: Readonly<Record<string, string | string[] | undefined>>;
    rawBody: string;
    now: Date;
  }): Notice;
}
