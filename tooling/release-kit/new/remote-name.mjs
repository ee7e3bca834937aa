import { existsSync } from 'node:fs';

import { inProject } from '../../project.mjs';

const NAME = /^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_LENGTH = 40;

/** Returns why a name is invalid for a remote, or undefined. */
export function refusalOf(name) {
  if (!NAME.test(name))
    return `"${name}" is no name for a remote: mf- and small letters, digits and single hyphens, such as mf-polls.`;
  if (name.length > MAX_LENGTH) return `"${name}" is too long: at most ${MAX_LENGTH} characters.`;
  return existsSync(inProject(name)) ? `${name} is there already.` : undefined;
}
