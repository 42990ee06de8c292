/** The header by which the gateway hands on the client's address; stripped from what comes in. */
export const CLIENT_IP_HEADER = 'x-tributary-client-ip';
/**
 * The header by which the gateway hands the session cookie of a browser to identity, after it has checked where
 * the request comes from, and by which identity hands a new one back; stripped from what comes in and goes out.
 */
export const SESSION_COOKIE_HEADER = 'x-tributary-session-cookie';
/** The value of that header for a browser without a session, or whose session has ended. */
export const NO_SESSION_COOKIE = 'none';
/**
 * The header by which the gateway requests what a service answered with, and by which the service states it: the
 * operation, the pattern of its path and the code of an error. Stripped from what comes in and goes out.
 */
export const OPERATION_HEADER = 'x-tributary-operation';
export const REQUEST_ID_HEADER = 'x-request-id';
/** The `WWW-Authenticate` scheme of a service that refuses the token of the gateway, not that of its client. */
export const SERVICE_TOKEN_SCHEME = 'ServiceToken';
