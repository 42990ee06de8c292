/** What this service keeps of an account. */
export interface UserCopy {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly email: string;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  /** Null while only identity's short answer is known, which leaves them out. */
  readonly marketingChannels: readonly string[] | null;
}

/** What a brand is called. */
export const brandNameOf = ({ company, name }: Pick<UserCopy, 'company' | 'name'>): string =>
  company === null || company === '' ? name : company;
