import ts from 'typescript';

import { inRoot, root } from '../../root.mjs';

const HEAD = `The facade: every name that a remote gets from @manabiba/shared/platform, with its type, and the types of shared that
they name. Made from shared/src/platform.ts by \`npm run generate\`; a change here is a change for every remote.
`;

const NAMED_TYPES = '── Types that these name ──';

const TYPE_FORMAT =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.MultilineObjectLiterals;

/** Schemas and endpoints have their own checks; components and packages are excluded. */
const isDescribed = (fileName) =>
  fileName.includes('/src/') && !/\/node_modules\/|\/src\/(contract|ui)\//.test(fileName);

/**
 * Returns the public types of a facade as text in a stable order, for code review.
 * @param {string} [entry] The module whose exports are described.
 */
export function facadeReport(entry = inRoot('shared/src/platform.ts')) {
  const program = createProgram(entry);
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const source = /** @type {ts.SourceFile} */ (program.getSourceFile(entry));
  const module = /** @type {ts.Symbol} */ (checker.getSymbolAtLocation(source));
  const exported = new Map(
    checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolveAlias(checker, symbol)]),
  );
  const named = namedTypes(checker, [...exported.values()]);
  const sections = [
    ...byName(exported).map(([name, symbol]) => describe(name, symbol)),
    NAMED_TYPES,
    ...byName(named).map(([name, symbol]) => describe(name, symbol)),
  ];
  return `${HEAD}\n${sections.join('\n\n')}\n`;

  function describe(name, symbol) {
    const declarations = symbol.declarations ?? [];
    const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
    if (symbol.flags & ts.SymbolFlags.Class) return describeClass(checker, name, symbol);
    if (!(symbol.flags & ts.SymbolFlags.Value)) return declarations.map(print).join('\n');
    const type = checker.getTypeOfSymbol(symbol);
    const signatures = type.getCallSignatures();
    if (signatures.length === 0 || type.getProperties().length > 0) return `const ${name}: ${typeText(checker, type)}`;
    return signatures.map((signature) => `function ${name}${signatureText(checker, signature, print)}`).join('\n');
  }
}

const typeText = (checker, type) =>
  // The compiler indents the members of an object and puts them on one line.
  checker
    .typeToString(type, undefined, TYPE_FORMAT)
    .replace(/([{;]) {4}(?=\S)/g, '$1\n    ')
    .replace(/;}$/, ';\n}');

/** Describes the public members of a class. */
function describeClass(checker, name, symbol) {
  const members = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .map((member) => `    ${member.name}: ${typeText(checker, checker.getTypeOfSymbol(member))};\n`);
  return `class ${name} {\n${members.join('')}}`;
}

/** Prints a signature as written, so that types keep their names; an inferred result type is added by the compiler. */
function signatureText(checker, signature, print) {
  const { declaration } = signature;
  if (!declaration || !isDescribed(declaration.getSourceFile().fileName))
    return checker.signatureToString(signature, undefined, TYPE_FORMAT);
  const typeParameters = (declaration.typeParameters ?? []).map(print).join(', ');
  const result = declaration.type ? print(declaration.type) : typeText(checker, signature.getReturnType());
  return `${typeParameters && `<${typeParameters}>`}(${declaration.parameters.map(print).join(', ')}): ${result}`;
}

/**
 * Describes the difference between the committed report and the sources in one sentence; undefined when there is none.
 * @param {string} committed
 * @param {string} current
 */
export function facadeDrift(committed, current) {
  if (committed === current) return undefined;
  const [before, after] = [sectionsOf(committed), sectionsOf(current)];
  const changed = [
    ...before.filter((section) => !after.includes(section)),
    ...after.filter((section) => !before.includes(section)),
  ];
  const names = new Set(changed.map((section) => /(?:class|const|function|interface|type) (\w+)/.exec(section)?.[1]));
  return `The facade has changed at ${[...names].join(', ')}, and shared/facade.api.txt does not say so: run \`npm run generate\` and review the difference.`;
}

/** Returns each entry, marked as exported by the facade or only referenced. */
export function sectionsOf(report) {
  const [exported = '', named = ''] = report.split(NAMED_TYPES);
  return [exported, named].flatMap((half, index) => half.split('\n\n').map((section) => `${index} ${section.trim()}`));
}

function createProgram(entry) {
  const { config } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    {
      compilerOptions: { ...config.compilerOptions, incremental: false, tsBuildInfoFile: undefined, types: [] },
      files: [entry, inRoot('shared/src/ui/css-modules.d.ts')],
    },
    ts.sys,
    root,
  );
  return ts.createProgram(fileNames, options);
}

const resolveAlias = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const byName = (symbols) => [...symbols].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Returns the interfaces and type aliases of shared that are referenced by the declarations of these symbols,
 * recursively.
 */
function namedTypes(checker, symbols) {
  const known = new Set(symbols);
  const found = new Map();
  const visit = (node) => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node)) add(checker.getSymbolAtLocation(node.typeName));
    ts.forEachChild(node, visit);
  };
  const add = (reference) => {
    const symbol = reference && resolveAlias(checker, reference);
    if (!symbol || known.has(symbol) || !(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) return;
    known.add(symbol);
    if (!symbol.declarations?.every((node) => isDescribed(node.getSourceFile().fileName))) return;
    found.set(symbol.name, symbol);
    symbol.declarations.forEach(visit);
  };
  for (const symbol of symbols)
    for (const node of symbol.declarations ?? []) if (isDescribed(node.getSourceFile().fileName)) visit(node);
  return found;
}
