import { type Sandbox } from '@tributary/sandbox';
import { type PaymentOrder, type Provider } from '../clients/providers/provider.ts';

/** A provider to be checked, with what the checks must know of it. */
export interface ProviderConformance {
  readonly name: string;
  /** Opens the adapter on a running sandbox. */
  readonly open: (sandbox: Sandbox) => { provider: Provider; close: () => Promise<void> };
  /** The destination with this meaning, see the sandbox: `fine`, `declined`, `temporary`, `reversed`. */
  readonly destination: (meaning: string) => string;
  /** The name of the call that makes a payment, for faults. */
  readonly createCall: string;
  /** How many payments the provider's books have for an order. */
  readonly paymentsOf: (order: PaymentOrder, sandbox: Sandbox) => Promise<number>;
  /** Headers of a callback that is signed at this time. */
  readonly signed: (rawBody: string, at: Date, sandbox: Sandbox) => Record<string, string>;
  /** A callback that says that a payment was made. */
  readonly paidCallback: (order: PaymentOrder) => unknown;
}
