/** A payout as its owner sees it. */
export interface WirePayout {
  readonly id: string;
  readonly status: string;
  readonly provider: string;
  readonly can_retry: boolean;
  readonly retry_count: number;
  readonly commission_ids: readonly string[];
  readonly batch_id: string | null;
  readonly hold_reasons: readonly { readonly code: string }[];
}

interface WireAccount {
  readonly id: string;
  readonly is_verified: boolean;
  readonly is_default: boolean;
  readonly can_receive_payouts: boolean;
}

/** The fields of responses that tests read; each response has those of its own shape. */
export interface ResponseBody {
  readonly error: string;
  readonly message: string;
  readonly payout_id: string;
  readonly hold_reasons: readonly { readonly reason: string; readonly until: string | null }[];
  readonly payout: WirePayout;
  readonly payouts: readonly WirePayout[];
  readonly account: WireAccount;
  readonly accounts: readonly WireAccount[];
  readonly changes: readonly {
    readonly changes: readonly {
      readonly field: string;
      readonly from: unknown;
      readonly to: unknown;
    }[];
  }[];
  readonly agrees: boolean;
  readonly difference_count: number;
  readonly differences: readonly unknown[];
}

interface WireTransfer {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly delivery: { readonly state: string };
}

/** The fields of the sandbox's responses that tests read. */
export interface SandboxBody {
  readonly id: string;
  readonly hits: number;
  readonly faults: readonly { readonly id: string; readonly hits: number }[];
  readonly data: readonly WireTransfer[];
  readonly messages: readonly { readonly text: string }[];
}

/** A line of the wallet's statement: money that left, or came back. */
export interface WalletPosting {
  readonly type: 'PAYOUT' | 'PAYOUT_RETURN';
  readonly sender_item_id: string;
}

export interface WalletStatement {
  readonly transactions: readonly WalletPosting[];
  readonly total_pages: number;
}
