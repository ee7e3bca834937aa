import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

/**
 * Class names of CSS modules: readable, and the same wherever a file is bundled.
 *
 * The file's content is part of the hash: two remotes with different versions of one component must not style each
 * other. In development the name is stable, so that an edit of a style replaces only the style.
 */
export function cssName(root, isProduction) {
  return (context, _template, local) => {
    const path = relative(root, context.resourcePath)
      .replaceAll('\\', '/')
      .replace(/^node_modules\/@manabiba\//, '');
    const hash = createHash('sha256').update(path);
    if (isProduction) hash.update(context.fs.readFileSync(context.resourcePath));
    const file = basename(path, '.module.css');
    return `${file}__${local}--${hash.digest('base64url').replace(/[-_]/g, 'x').slice(0, 5)}`;
  };
}
