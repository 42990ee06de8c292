import { type Permission, type Role } from '@tributary/contracts';
import { type Client } from '../client.ts';

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One operation of the API document. */
export interface Operation {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** With parameters in braces. */
  readonly path: string;
  readonly isPublic: boolean;
  /** The accounts that may call it; all that are signed in where it is absent. */
  readonly roles: readonly Role[] | undefined;
  readonly permission: Permission | undefined;
  /** Whether it requires a fresh proof of the person. */
  readonly stepUp: boolean;
}

/** The part of an operation in the document. */
interface Documented {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly 'x-roles'?: readonly Role[];
  readonly 'x-permission'?: Permission;
  readonly 'x-step-up'?: true;
}

const methods = ['get', 'post', 'put', 'delete'] as const;

/** All operations of the served API document. */
export async function operationsOf(client: Client): Promise<Operation[]> {
  const { paths } = (await client.document()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Documented | undefined>>>>;
  };
  return Object.entries(paths).flatMap(([path, documented]) =>
    methods.flatMap((method): Operation[] => {
      const operation = documented[method];
      if (operation === undefined) return [];
      return [
        {
          operationId: operation.operationId,
          method: method.toUpperCase() as HttpMethod,
          path,
          isPublic: operation.security?.length === 0 || operation.security === undefined,
          roles: operation['x-roles'],
          permission: operation['x-permission'],
          stepUp: operation['x-step-up'] === true,
        },
      ];
    }),
  );
}

/** The path with each parameter replaced. */
export const pathWith = ({ path }: Operation, valueOf: (parameter: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_text, parameter: string) => valueOf(parameter));
