interface MongoSettings {
  readonly MONGO_URL?: string | undefined;
  /** File with the authority that signed the certificates of the servers, PEM. */
  readonly MONGO_TLS_CA?: string | undefined;
}

/**
 * The connection string of MongoDB by these settings, with the authority of its servers and so with TLS where
 * one is named. Undefined without `MONGO_URL`.
 */
export function mongoUrlOf({
  MONGO_URL: url,
  MONGO_TLS_CA: ca,
}: MongoSettings): string | undefined {
  if (url === undefined || url === '') return undefined;
  if (ca === undefined || ca === '') return url;
  const [address = '', query = ''] = url.split('?');
  const options = new URLSearchParams(query);
  options.set('tls', 'true');
  options.set('tlsCAFile', ca);
  const hasPath = /^[a-z+]+:\/\/[^/]*\//.test(address);
  return `${address}${hasPath ? '' : '/'}?${options.toString()}`;
}
