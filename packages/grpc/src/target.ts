/** The certificate by which a service proves itself to others, and the authority of theirs; PEM texts. */
export interface InnerTls {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Where a gRPC service is: host:port, with certificates where calls are encrypted. */
export type GrpcTarget = string | { readonly address: string; readonly tls: InnerTls };
