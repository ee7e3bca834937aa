import ts from 'typescript';

import { sectionsOf } from './facade-report.mjs';

/** @typedef {'none' | 'minor' | 'major'} Bump */

const UNION_OF_LITERALS = /^(?<start>.*?[:=] )(?<members>(?:'[^']*'|"[^"]*")(?: \| (?:'[^']*'|"[^"]*"))*);?$/;
const REQUIRED_MEMBER = /^\s+(?:readonly )?[\w'"-]+(?:\(|:)/;

/**
 * Describes in one sentence why a facade may not be published with a version; undefined when it may.
 * @param {{ version: string, report: string }} published The last one that was packed for teams.
 * @param {{ version: string, report: string }} current
 */
export function versionRefusal(published, current) {
  const { bump, names } = facadeChange(published.report, current.report);
  if (bump === 'none') return undefined;
  const [major = 0, minor = 0] = numbersOf(published.version);
  const [ownMajor = 0, ownMinor = 0] = numbersOf(current.version);
  const isHigher = ownMajor > major || (bump === 'minor' && ownMajor === major && ownMinor > minor);
  if (isHigher) return undefined;
  const wanted = bump === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
  const what = bump === 'major' ? 'has removed or changed' : 'has added';
  return `The facade ${what} ${names.join(', ')} since its version ${published.version}: shared/package.json needs the version ${wanted}, not ${current.version}, and shared/CHANGELOG.md an entry.`;
}

const numbersOf = (version) => version.split('.').map(Number);

/**
 * Returns the greatest change between two reports of the facade, and the names that it is about.
 * @param {string} before
 * @param {string} after
 * @returns {{ bump: Bump, names: string[] }}
 */
export function facadeChange(before, after) {
  const [old, now] = [byName(before), byName(after)];
  const filled = filledByRemotes(after);
  const changes = [...new Set([...old.keys(), ...now.keys()])].map((key) => ({
    name: key.slice(2),
    bump: bumpOf(old.get(key), now.get(key), key.startsWith('0 '), filled.has(key.slice(2))),
  }));
  const bump = ['major', 'minor'].find((each) => changes.some((change) => change.bump === each)) ?? 'none';
  return {
    bump: /** @type {Bump} */ (bump),
    names: bump === 'none' ? [] : changes.filter((change) => change.bump === bump).map(({ name }) => name),
  };
}

/** The sections of a report by "0 name", exported, or "1 name", only referenced. */
const byName = (report) =>
  new Map(
    sectionsOf(report).flatMap((section) => {
      const name = /(?:class|const|function|interface|type) (\w+)/.exec(section)?.[1];
      return name ? [[`${section[0]} ${name}`, section.slice(2)]] : [];
    }),
  );

/** @returns {Bump} */
function bumpOf(before, after, isExported, isFilled) {
  if (before === after) return 'none';
  if (before === undefined) return 'minor';
  // A type that nothing names any more has left with what named it.
  if (after === undefined) return isExported ? 'major' : 'none';
  const added = addedLines(before.split('\n'), after.split('\n'));
  return !added || (isFilled && added.some((line) => REQUIRED_MEMBER.test(line))) ? 'major' : 'minor';
}

/** Returns the lines that were added; undefined when a line was removed or changed. */
function addedLines(before, after) {
  const left = [...before];
  const added = after.filter((line) => {
    const isThere = left.length > 0 && (line === left[0] || isWidened(left[0], line));
    if (isThere) left.shift();
    return !isThere;
  });
  return left.length === 0 ? added : undefined;
}

/** Whether a line only names further values: remotes must expect values that they do not know, such as error codes. */
function isWidened(before, after) {
  const [old, now] = [UNION_OF_LITERALS.exec(before)?.groups, UNION_OF_LITERALS.exec(after)?.groups];
  if (!old || !now || old.start !== now.start) return false;
  const members = now.members?.split(' | ') ?? [];
  return (old.members?.split(' | ') ?? []).every((member) => members.includes(member));
}

/**
 * Returns the types whose objects remotes make, such as options: a new required member breaks them. Those are the types
 * that are reached from parameters of the facade, and those that no result of the facade contains.
 */
function filledByRemotes(report) {
  const source = ts.createSourceFile('facade.ts', report.slice(report.indexOf('\n\n')), ts.ScriptTarget.Latest, true);
  const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  const types = new Map(source.statements.filter(isType).map((node) => [/** @type {any} */ (node).name.text, node]));
  const seen = { filled: new Set(), given: new Set() };
  const visit = (node, isFilled) => {
    if (ts.isTypeReferenceNode(node)) reach(node.typeName.getText(), isFilled);
    // Parameters go the other way than results.
    if (ts.isParameter(node)) ts.forEachChild(node, (child) => visit(child, !isFilled));
    else ts.forEachChild(node, (child) => visit(child, isFilled));
  };
  const reach = (name, isFilled) => {
    const reached = isFilled ? seen.filled : seen.given;
    if (!types.has(name) || reached.has(name)) return;
    reached.add(name);
    visit(types.get(name), isFilled);
  };
  for (const statement of source.statements) if (!isType(statement)) visit(statement, false);
  for (const name of types.keys()) if (!seen.given.has(name)) reach(name, true);
  return seen.filled;
}
