/** The error codes of every webhook operation, with status and meaning. */
export const planErrors = { plan_required: '403: webhooks need the Pro tier or higher' };

/** The error codes of an operation on one endpoint or postback. */
export const endpointErrors = {
  ...planErrors,
  endpoint_not_found: '404: there is no such endpoint, or it belongs to another account',
};

export const urlErrors = {
  invalid_url: '400: the URL is not https, not public, or has invalid macros',
};

/** The error codes of an operation that creates an endpoint or postback. */
export const creationErrors = {
  ...planErrors,
  ...urlErrors,
  endpoint_limit_reached: '409: the plan’s number of endpoints is reached',
  idempotency_key_reused: '409: the Idempotency-Key was used with another body',
  invalid_idempotency_key: '400: the Idempotency-Key is not 1 to 255 printable characters',
};
