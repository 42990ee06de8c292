import { type Sandbox } from '@tributary/sandbox';
import { type PaymentOrder, type Provider } from '../clients/providers/provider.ts';

/** A provider's adapter under test, and what the conformance suite needs to know of the provider. */
export interface ProviderConformance {
  readonly name: string;
  /** Opens the adapter on a running sandbox. */
  readonly open: (sandbox: Sandbox) => { provider: Provider; close: () => Promise<void> };
  /** The destination with this meaning, see the sandbox: `fine`, `declined`, `temporary`, `reversed`. */
  readonly destination: (meaning: string) => string;
  /** The name of the call that makes a payment, for faults. */
  readonly createCall: string;
  /** Number of payments in the provider's books for an order. */
  readonly paymentsOf: (order: PaymentOrder, sandbox: Sandbox) => Promise<number>;
  /** The headers of a callback that was signed at this time. */
  readonly signed: (rawBody: string, at: Date, sandbox: Sandbox) => Record<string, string>;
  /** A callback that reports a paid payment. */
  readonly paidCallback: (order: PaymentOrder) => unknown;
}
