import { z } from 'zod';
import { headersIssue } from '../domain/endpoint.ts';
import { eventNames } from '../domain/event-catalog.ts';

/** Fields of requests that create or update an endpoint. */
export const urlField = z.string().min(1).max(2_048);
export const eventNameField = z
  .enum(eventNames)
  .meta({ id: 'WebhookEventName', description: 'An event that endpoints can subscribe to' });
export const eventsField = z
  .array(eventNameField)
  .min(1)
  .max(eventNames.length)
  .transform((names) => [...new Set(names)]);
export const descriptionField = z.string().max(500).nullable();
export const headersField = z.record(z.string(), z.string()).superRefine((headers, ctx) => {
  const message = headersIssue(headers);
  if (message !== undefined) ctx.addIssue({ code: 'custom', message });
});
