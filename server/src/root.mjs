// @ts-check
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. The source and the built program (`server/dist`) are at the same depth. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
