import { type Request, type Response } from 'express';

/** A GET endpoint of the console. All are public: they contain nothing of any account. */
export interface ConsoleEndpoint {
  readonly operationId: string;
  /** In the syntax of Express. */
  readonly path: string;
  readonly handle: (req: Request, res: Response, next: () => void) => void;
}
