/** The header by which the gateway hands on the client's address; stripped from what comes in. */
export const CLIENT_IP_HEADER = 'x-tributary-client-ip';
export const REQUEST_ID_HEADER = 'x-request-id';
/** The `WWW-Authenticate` scheme of a service that refuses the token of the gateway, not that of its client. */
export const SERVICE_TOKEN_SCHEME = 'ServiceToken';
