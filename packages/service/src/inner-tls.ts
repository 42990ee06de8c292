import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type InnerTls } from '@tributary/grpc';
import { authorityFile, certificateFile } from '@tributary/messaging/access';

/** The settings by which services encrypt what they say to each other. */
export const innerTlsShape = {
  INNER_TLS_CERT: certificateFile
    .optional()
    .describe(
      'File with the certificate of this service and its private key, PEM. With it and `INNER_TLS_CA`, set for all services at once, gRPC and HTTP between services are encrypted and both sides need a certificate.',
    ),
  INNER_TLS_CA: authorityFile
    .optional()
    .describe('File with the authority that signed the certificates of the services, PEM.'),
  SERVICES_ON_TRUSTED_NETWORK: z
    .stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })
    .default(false)
    .describe(
      'Whether production may run without `INNER_TLS_CERT`, because a mesh or an encrypted network connects the services. They prove themselves by tokens in any case.',
    ),
} as const;

type InnerTlsSettings = z.output<z.ZodObject<typeof innerTlsShape>>;

/** Certificates by checked settings; undefined where services speak without encryption. */
export function innerTlsOf(settings: InnerTlsSettings): InnerTls | undefined {
  const { INNER_TLS_CERT: certificate, INNER_TLS_CA: authority } = settings;
  if (certificate === undefined || authority === undefined) return undefined;
  const text = readFileSync(certificate, 'utf8');
  return { ca: readFileSync(authority, 'utf8'), cert: text, key: text };
}

/** One line where the settings are incomplete, or leave calls between services of production unencrypted. */
export function innerTlsProblems(settings: InnerTlsSettings, production: boolean): string[] {
  const { INNER_TLS_CERT: certificate, INNER_TLS_CA: authority } = settings;
  if (certificate !== undefined && authority !== undefined) return [];
  if (certificate !== undefined) return ['INNER_TLS_CA is not set, though INNER_TLS_CERT is'];
  if (authority !== undefined) return ['INNER_TLS_CERT is not set, though INNER_TLS_CA is'];
  if (!production || settings.SERVICES_ON_TRUSTED_NETWORK) return [];
  return [
    'INNER_TLS_CERT: production needs INNER_TLS_CERT and INNER_TLS_CA, or SERVICES_ON_TRUSTED_NETWORK=true',
  ];
}
