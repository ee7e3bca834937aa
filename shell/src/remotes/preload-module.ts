import { digestOf } from './file-digests';
import { GIVE_UP_MS } from './timeouts';

/**
 * Fetches an ES module with its digest, so that a later `import()`, which takes no digest, gets that file. Rejects when
 * it does not arrive in time or is another one.
 */
export function preloadModule(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.integrity = digestOf(url);
  link.href = url;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`module did not load: ${url}`));
    setTimeout(fail, GIVE_UP_MS);
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', fail);
    document.head.append(link);
  }).finally(() => link.remove());
}
