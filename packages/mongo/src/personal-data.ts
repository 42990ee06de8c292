/** What happens to personal data when the person's account is erased. */
export type Erasure =
  /** `eraseAccount` deletes the documents. */
  | 'deleted'
  /** `eraseAccount` overwrites these fields of the documents. */
  | { readonly blanked: Readonly<Record<string, unknown>> }
  /** The documents stay: why, and for how long. */
  | { readonly kept: string }
  /** The service has a way of its own to erase them, in words. */
  | { readonly own: string };

/** Documents that are found through a parent, which is erased after them. */
export interface ErasedVia {
  /** The name under which `collections` declares the parent. */
  readonly collection: string;
  /** The parent's fields with the account's id. */
  readonly by: readonly string[];
  /** The field with the parent's `_id`. */
  readonly field: string;
}

/** Documents that name an account by its e-mail address, which another account may have after the erasure. */
export interface ByAddress {
  readonly field: string;
  /** The field with the date of the document; later ones than the erasure stay. */
  readonly madeAt: string;
}

/** Data of one kind of person in a collection. */
export interface PersonalData {
  /** Someone with an account, someone whose browser followed a link, or someone who ordered. */
  readonly of: 'account' | 'visitor' | 'customer';
  readonly fields: readonly string[];
  /** The fields with the account's id; deleting or blanking requires them, an address or a parent. */
  readonly by?: readonly string[];
  /** Where the documents name the account by its e-mail address. */
  readonly byAddress?: ByAddress;
  readonly via?: ErasedVia;
  readonly erased: Erasure;
}

/** Whose data a collection holds. A mere id of an account is none: it leads nowhere once the account is erased. */
export type Personal = 'none' | readonly PersonalData[];

/** What an account's owner receives of a collection. */
export interface Exports {
  /** The fields with the account's id. */
  readonly by: readonly string[];
  /** The only fields that leave: no secrets, nothing about other persons. */
  readonly fields: readonly string[];
}

/** Replaces the names of erased accounts in copies that stay. */
export const ERASED_NAME = 'Deleted account';
