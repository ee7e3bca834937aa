// @ts-check
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository. The source and the built program (`server/dist`) lie equally deep in it. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
