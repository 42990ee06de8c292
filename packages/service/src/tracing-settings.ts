import { z } from 'zod';

const headerList = z
  .string()
  .regex(/^\s*[\w-]+=[^,]+(,\s*[\w-]+=[^,]+)*\s*$/, 'must be name=value pairs')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [name.trim(), decodeURIComponent(value.join('=').trim())];
      }),
    ),
  );

/** The settings of traces. */
export const tracingShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'The address of a collector that takes traces by OTLP over HTTP, to which /v1/traces is added; without it nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headerList
    .optional()
    .describe('Headers of each request to the collector, such as `authorization=...`.'),
  TRACE_RATIO: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe(
      'The part of the traces that is kept besides those with failures, those that move money and those that an operator requests.',
    ),
} as const;

/** Where the traces of a process go. */
export interface TracingSettings {
  /** Undefined switches tracing off. */
  readonly endpoint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly ratio: number;
}

/** The traces' settings as a service reads them. */
export const tracingSettingsOf = (
  settings: z.output<z.ZodObject<typeof tracingShape>>,
): TracingSettings => ({
  endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  ratio: settings.TRACE_RATIO,
});
