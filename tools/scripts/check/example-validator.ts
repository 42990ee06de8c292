import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';

/** Compares examples with the schemas of one document. */
export interface Examples {
  /** What is wrong with the example, one sentence each. */
  problems(schema: unknown, example: unknown, place: string): string[];
}

export function openExamples(schemas: Json): Examples {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();

  const validatorOf = (schema: Json) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as Json);
    validators.set(text, validate);
    return validate;
  };

  return {
    problems: (schema, example, place) => {
      if (!isObject(schema) || example === undefined) return [];
      const validate = validatorOf(schema);
      if (validate(example)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message = '' }) =>
          `${place}: the example’s ${instancePath === '' ? 'value' : instancePath} ${message}`,
      );
    },
  };
}
