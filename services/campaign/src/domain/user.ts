/** This service's copy of an account. */
export interface UserCopy {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly email: string;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  /** Null where the copy comes from identity's GetMany, which leaves them out. */
  readonly marketingChannels: readonly string[] | null;
}

/** The name that a brand's campaigns show. */
export const brandNameOf = ({ company, name }: Pick<UserCopy, 'company' | 'name'>): string =>
  company === null || company === '' ? name : company;
