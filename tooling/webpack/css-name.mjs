import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

/**
 * Names of CSS modules' classes: readable, and the same wherever a file is bundled.
 *
 * The file's content is part of the hash: two remotes that carry different ages of one component must not style each
 * other. In development the name stays, so that an edit of a style replaces nothing but the style.
 */
export function cssName(root, isProduction) {
  return (context, _template, local) => {
    const path = relative(root, context.resourcePath).replaceAll('\\', '/');
    const hash = createHash('sha256').update(path);
    if (isProduction) hash.update(context.fs.readFileSync(context.resourcePath));
    const file = basename(path, '.module.css');
    return `${file}__${local}--${hash.digest('base64url').replace(/[-_]/g, 'x').slice(0, 5)}`;
  };
}
