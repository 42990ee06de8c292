/** Maximum number of connected shops of a brand. */
export const MAX_INTEGRATIONS = 20;
