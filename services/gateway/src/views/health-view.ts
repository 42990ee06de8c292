type Json = Record<string, unknown>;

/** A response of a health endpoint in the API document. */
export const healthResponse = (description: string, properties: Json) => ({
  description,
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
