import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

/**
 * Class names of CSS modules: readable, and the same wherever a file is bundled.
 *
 * The file's content is part of the hash: two remotes with different versions of one component must not style each
 * other. In development the name is stable, so that an edit of a style replaces only the style. It names the file there;
 * in production the hash is enough, and the names are part of every first screen.
 */
export function cssName(root, isProduction) {
  return (context, _template, local) => {
    const path = relative(root, context.resourcePath).replaceAll('\\', '/');
    const hash = createHash('sha256').update(path);
    if (isProduction) hash.update(context.fs.readFileSync(context.resourcePath));
    const name = isProduction ? local : `${basename(path, '.module.css')}__${local}`;
    return `${name}--${hash.digest('base64url').replace(/[-_]/g, 'x').slice(0, 5)}`;
  };
}
