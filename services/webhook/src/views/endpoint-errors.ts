/** Codes that every call on webhooks can answer, with their status. */
export const planErrors = { plan_required: '403: webhooks need the Pro tier or higher' };

/** Those of a call on one endpoint or postback. */
export const endpointErrors = {
  ...planErrors,
  endpoint_not_found: '404: there is none, or it is somebody else’s',
};

export const urlErrors = {
  invalid_url: '400: not https, not public, or with macros that are wrong',
};

/** Those of a call that makes an endpoint or postback. */
export const creationErrors = {
  ...planErrors,
  ...urlErrors,
  endpoint_limit_reached: '409: the plan’s number of endpoints is used up',
  idempotency_key_reused: '409: the Idempotency-Key was used with another body',
  invalid_idempotency_key: '400: the Idempotency-Key is not 1 to 255 printable characters',
};
