/** The use of an API key by one request, with what is known of its answer so far. */
export interface KeyUse {
  readonly accountId: string;
  readonly apiKeyId: string;
  /** Empty until an operation answers. */
  operation: string;
  /** The pattern of the operation's path. */
  path: string;
  /** Empty where it succeeds. */
  errorCode: string;
}

/** @param actor one that an API key stands for */
export const openKeyUse = ({
  id,
  apiKeyId = '',
}: {
  readonly id: string;
  readonly apiKeyId?: string;
}): KeyUse => ({ accountId: id, apiKeyId, operation: '', path: '', errorCode: '' });

/** Takes from a service's response which operation has answered, and the code of its error. */
export function describeKeyUse(use: KeyUse, described: string | string[] | undefined): void {
  if (typeof described !== 'string') return;
  const [operation = '', path = '', errorCode = ''] = described.split(' ');
  use.operation = operation;
  use.path = path;
  use.errorCode = errorCode;
}
