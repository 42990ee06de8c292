import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { writeFormatted } from './write-formatted.ts';
import { serviceDocument } from '@tributary/service/document';
import {
  type RecordedCall,
  type RecordedCalls,
} from '../../../services/gateway/src/features/get-api-document/describe-operations.ts';
import { readDocumentAssets } from '../../../services/gateway/src/features/get-api-document/document-assets.ts';
import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';
import { mergeDocument } from '../../../services/gateway/src/features/get-api-document/merge-document.ts';
import { apiServices } from '../../../services/gateway/src/domain/routed-service.ts';
import { type Endpoint } from '../../../services/gateway/src/workflows/endpoint.ts';
import { documentProblems } from '../check/document-problems.ts';
import { openExamples } from '../check/example-validator.ts';
import { appOf } from './apps.ts';

export type { RecordedCall, RecordedCalls };

/** The real calls that the document shows as examples: `npm run tool -- api-examples` records them. */
export const RECORDED_CALLS = 'services/gateway/assets/api-examples.json';

const root = join(import.meta.dirname, '../../..');

/** A service's part as the gateway gets it, over the wire. */
const partOf = async (service: string): Promise<Json> =>
  JSON.parse(JSON.stringify(await serviceDocument(service, await appOf(service)))) as Json;

/** A schema that two services declare in different shapes under one name. */
function conflicts(parts: readonly (readonly [string, Json])[]): string[] {
  const known = new Map<string, readonly [string, string]>();
  return parts.flatMap(([service, { components }]) =>
    Object.entries((components as { schemas: Json }).schemas).flatMap(([name, schema]) => {
      const text = JSON.stringify(schema);
      const [other, otherText] = known.get(name) ?? [service, text];
      known.set(name, [other, otherText]);
      return text === otherText ? [] : [`${other} and ${service} declare different ${name}`];
    }),
  );
}

async function partsOfServices() {
  const parts = await Promise.all(
    apiServices.map(async (service) => [service, await partOf(service)] as const),
  );
  const found = conflicts(parts);
  if (found.length > 0) throw new Error(found.join('\n'));
  return Object.fromEntries(parts) as Parameters<typeof mergeDocument>[0];
}

/** The API document as the gateway serves it, with these recorded calls. */
async function assemble(calls: RecordedCalls): Promise<Json> {
  const { endpoints = [] } = await appOf('gateway');
  const documented = (endpoints as readonly Endpoint[]).filter((one) => one.document !== undefined);
  const { notes } = await readDocumentAssets();
  return mergeDocument(await partsOfServices(), documented, 'http://localhost:8080', {
    notes,
    calls,
  });
}

const schemasOf = (document: Json): Json => (document['components'] as { schemas: Json }).schemas;

const schemaIn = (body: unknown): unknown => {
  const content = isObject(body) ? body['content'] : undefined;
  const media = isObject(content) ? content['application/json'] : undefined;
  return isObject(media) ? media['schema'] : undefined;
};

/** An operation of the document, and how calls differ from the shape that the document states. */
interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Whether its success is a JSON body. */
  readonly answersJson: boolean;
  readonly problems: (call: RecordedCall) => readonly string[];
}

function operationsIn(document: Json): DocumentedOperation[] {
  const examples = openExamples(schemasOf(document));
  return Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isObject(operation)) return [];
      const { requestBody, responses } = operation;
      const answerOf = (status: number): unknown =>
        isObject(responses) ? responses[String(status)] : undefined;
      const problems = ({ request, status, response }: RecordedCall): string[] => {
        const answer = schemaIn(answerOf(status));
        const sent = schemaIn(requestBody);
        if (answer === undefined) return [`no JSON answer ${String(status)} is documented`];
        return [
          ...(sent !== undefined && request === undefined ? ['request: there is none'] : []),
          ...examples.problems(sent, request, 'request'),
          ...examples.problems(answer, response, 'response'),
        ];
      };
      const successes = Object.entries(isObject(responses) ? responses : {}).filter(
        ([status]) => Number(status) < 300,
      );
      const answersJson = successes.some(([, answer]) => schemaIn(answer) !== undefined);
      const operationId = String(operation['operationId']);
      return [{ operationId, method, path, answersJson, problems }];
    }),
  );
}

/** Every operation of the API document. */
export const documentedOperations = async (): Promise<readonly DocumentedOperation[]> =>
  operationsIn(await assemble({}));

/**
 * The calls that the schemas of their operations describe, in the order of their names, why others are refused, and the
 * operations whose JSON answer has none.
 */
function currentCalls(calls: RecordedCalls, document: Json) {
  const operations = new Map(operationsIn(document).map((one) => [one.operationId, one]));
  const current: [string, RecordedCall][] = [];
  const refused: string[] = [];
  for (const [operationId, call] of Object.entries(calls)) {
    const problems = operations.get(operationId)?.problems(call) ?? ['there is no such operation'];
    if (problems.length === 0) current.push([operationId, call]);
    else refused.push(`${operationId}: ${problems.join('; ')}`);
  }
  const sorted = current.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const known = new Set(current.map(([operationId]) => operationId));
  const missing = [...operations.values()].filter(
    ({ operationId, answersJson }) => answersJson && !known.has(operationId),
  );
  return {
    calls: Object.fromEntries(sorted),
    refused,
    missing: missing.map(({ operationId }) => operationId),
  };
}

/** A text of the same shape that states nothing: `tri_a0aa0`. */
const masked = (text: string): string => {
  const prefix = /^[a-z]{3,5}_/.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  return prefix + rest.replaceAll(/[A-Za-z]/g, 'a').replaceAll(/\d/g, '0');
};

/** What stands in an example in place of a secret: the value that the field has wherever it is described, else its shape. */
export async function substituteOf() {
  const { notes } = await readDocumentAssets();
  return (field: string, value: unknown): unknown => {
    const like = (one: unknown): boolean =>
      Array.isArray(one) === Array.isArray(value) &&
      (typeof one !== 'string' || one.slice(0, 4) === String(value).slice(0, 4));
    const examples = notes[field]?.examples ?? [];
    return examples.find(like) ?? (typeof value === 'string' ? masked(value) : value);
  };
}

export const readRecordedCalls = (): RecordedCalls =>
  JSON.parse(readFileSync(join(root, RECORDED_CALLS), 'utf8')) as RecordedCalls;

export async function writeRecordedCalls(calls: RecordedCalls): Promise<void> {
  const text = JSON.stringify(calls);
  await writeFormatted(join(root, RECORDED_CALLS), text);
}

/**
 * Refuses recorded calls that do not have the shape of their operation, with the reasons: examples made from the schema
 * stand in until they are recorded again.
 * @returns the document
 * @throws naming everything that readers of the document would miss
 */
export async function generateApiDocument(): Promise<Json> {
  const { calls, refused, missing } = currentCalls(readRecordedCalls(), await assemble({}));
  for (const one of refused) process.stderr.write(`refused the recorded example of ${one}\n`);
  if (missing.length > 0) {
    const names = missing.join(', ');
    process.stderr.write(`no recorded example, run npm run tool -- api-examples: ${names}\n`);
  }
  await writeRecordedCalls(calls);
  const document = await assemble(calls);
  const { valid, errors } = await new Validator().validate(document);
  const problems = [
    ...(valid ? [] : [`The API document is no valid OpenAPI 3.1: ${JSON.stringify(errors)}`]),
    ...documentProblems(document, openExamples(schemasOf(document))),
  ];
  if (problems.length > 0)
    throw new Error(`The API document is not complete:\n${problems.join('\n')}`);
  return document;
}
