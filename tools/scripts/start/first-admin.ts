import { randomBytes } from 'node:crypto';

/** How the terminal shows the password of the first administrator. */
export interface FirstAdmin {
  /** Settings for the services. */
  readonly env: Readonly<Record<string, string>>;
  /** Reads a line that a service has printed. */
  readonly read: (line: string) => void;
  /** The password, or who knows it. */
  readonly description: () => string;
}

/** What identity prints when it has created the account. */
const CREATED = 'The first administrator has been created';

const PASSWORD_BYTES = 18;

/**
 * The password of the first administrator: `given` by the operator, the known one on loopback, or a new one. A new one
 * is stored nowhere: every start makes one, and it counts and is shown only where this start created the account.
 */
export function createFirstAdmin(given: string | undefined, exposed: boolean): FirstAdmin {
  if (given !== undefined && given !== '') {
    return { env: {}, read: () => undefined, description: () => '(ADMIN_PASSWORD)' };
  }
  if (!exposed) {
    return { env: {}, read: () => undefined, description: () => 'admin-password-1' };
  }
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  let created = false;
  return {
    env: { ADMIN_PASSWORD: password },
    read: (line) => {
      created ||= line === CREATED;
    },
    description: () => (created ? `${password}    (shown only now)` : '(shown at the first start)'),
  };
}
