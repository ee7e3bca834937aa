import { fileURLToPath } from 'node:url';

import { createBucketStorage } from './bucket-storage';
import { createFolderStorage } from './folder-storage';
import type { Storage } from './storage';

/** Creates the storage for STORAGE_URL: file:///folder or s3://bucket/prefix?region=…&endpoint=…&direct=on */
export function createStorage(storageUrl: string): Storage {
  const url = new URL(storageUrl);
  return url.protocol === 's3:' ? createBucketStorage(url) : createFolderStorage(fileURLToPath(url));
}
