import { mapMongoError } from '@tributary/mongo';
import { openErrorReport } from '../report-error.ts';

/** Reports errors of background work, which may come from MongoDB. See `openErrorReport`. */
export function openWorkErrorReport(
  ...parts: Parameters<typeof openErrorReport>
): (error: unknown) => void {
  const report = openErrorReport(...parts);
  return (error) => {
    report(mapMongoError(error));
  };
}
