/** This service's copy of an account. */
export interface UserCopy {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly email: string;
  /** Whether the owner has proved the address; an unproved one claims no invitation. */
  readonly emailVerified: boolean;
  readonly name: string;
  readonly company: string | null;
  readonly country: string | null;
  /** Null where the copy comes from an answer of identity that left them out, as those of early versions did. */
  readonly marketingChannels: readonly string[] | null;
}

/** The address by which invitations name the account; undefined for an unproved one. */
export const provedEmail = ({
  email,
  emailVerified,
}: Pick<UserCopy, 'email' | 'emailVerified'>): string | undefined =>
  emailVerified ? email : undefined;

/** The name that a brand's campaigns show. */
export const brandNameOf = ({ company, name }: Pick<UserCopy, 'company' | 'name'>): string =>
  company === null || company === '' ? name : company;
