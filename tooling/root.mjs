import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A path below the repository's folder. */
export const inRoot = (...parts) => join(root, ...parts);
