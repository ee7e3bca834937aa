import { join } from 'node:path';

import ts from 'typescript';

/*
 * Determines by static analysis which error codes each call can answer: from the handler that a route names, through
 * every function it uses, to each `new AppError(...)`. It covers the source rather than what tests happen to reach, so
 * a code missing in the contract is found early.
 */

const sourceRoot = join(import.meta.dirname, '..');
const isOurs = (file: string) =>
  file.startsWith(sourceRoot) && !file.includes('/testing/') && !file.endsWith('.test.ts');

/** Returns the codes that each endpoint's handler can throw, by the endpoint's name. */
export function readThrownCodes(): Map<string, Set<string>> {
  const program = ts.createProgram([join(sourceRoot, 'app.ts')], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  });
  const files = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
  const reader = createReader(program.getTypeChecker(), files);
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { endpoint, handler } of routesIn(file)) found.set(endpoint, reader.codesOf(handler));
  }
  return found;
}

/** Finds every `route(app, endpoint, handler)` of a file. */
function routesIn(file: ts.SourceFile): { endpoint: string; handler: ts.Expression }[] {
  const routes: { endpoint: string; handler: ts.Expression }[] = [];
  walk(file, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'route') return;
    const [, endpoint, handler] = node.arguments;
    if (endpoint && handler) routes.push({ endpoint: endpoint.getText(), handler });
  });
  return routes;
}

function createReader(checker: ts.TypeChecker, files: ts.SourceFile[]) {
  const implementations = findImplementations(checker, files);

  /** Returns the functions behind a name: its own declaration, what it aliases, or its implementations. */
  function bodiesOf(name: ts.Identifier): ts.Node[] {
    const isShorthand = ts.isShorthandPropertyAssignment(name.parent);
    const symbol = isShorthand
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    return symbol ? bodiesOfSymbol(symbol) : [];
  }

  function bodiesOfSymbol(symbol: ts.Symbol): ts.Node[] {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? [])
      .filter((node) => isOurs(node.getSourceFile().fileName))
      .flatMap((declaration): ts.Node[] => {
        if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration))
          return declaration.body ? [declaration.body] : [];
        if (ts.isShorthandPropertyAssignment(declaration)) return bodiesOf(declaration.name);
        if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
          return declaration.initializer ? functionIn(declaration.initializer) : [];
        if (ts.isBindingElement(declaration)) return bodiesOfGiven(declaration);
        if (ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration))
          return (implementations.get(target) ?? []).flatMap((node) => [...node]);
        return [];
      });
  }

  /** Resolves a function that was passed in an object and destructured by name. */
  function bodiesOfGiven(element: ts.BindingElement): ts.Node[] {
    if (checker.getTypeAtLocation(element).getCallSignatures().length === 0) return [];
    const name = (element.propertyName ?? element.name).getText();
    const member = checker.getTypeAtLocation(element.parent).getProperty(name);
    return member ? bodiesOfSymbol(member) : [];
  }

  /**
   * Returns a function literal or the function behind a name. Code that runs once at the start is not part of a call.
   */
  function functionIn(value: ts.Expression): ts.Node[] {
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return [value.body];
    return ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? [value] : [];
  }

  function codesOf(start: ts.Node): Set<string> {
    const codes = new Set<string>();
    const seen = new Set<ts.Node>();
    const queue: ts.Node[] = [start];
    for (let node = queue.pop(); node; node = queue.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      walk(node, (inner) => {
        if (ts.isNewExpression(inner) && inner.expression.getText() === 'AppError')
          for (const code of codesIn(checker, inner)) codes.add(code);
        if (ts.isIdentifier(inner)) queue.push(...bodiesOf(inner));
      });
    }
    return codes;
  }

  return { codesOf };
}

/**
 * Finds the implementations of our interfaces' members: in object literals typed by them, and in services passed for
 * them.
 */
function findImplementations(checker: ts.TypeChecker, files: ts.SourceFile[]): Map<ts.Symbol, ts.Node[][]> {
  const found = new Map<ts.Symbol, ts.Node[][]>();
  /** Handles a service passed by name where an interface is expected. */
  function addPassed(given: ts.Expression): void {
    if (!ts.isIdentifier(given) && !ts.isPropertyAccessExpression(given)) return;
    for (const signature of checker.getContextualType(given)?.getProperties() ?? []) {
      if (!signature.declarations?.some((node) => ts.isMethodSignature(node) && isOurs(node.getSourceFile().fileName)))
        continue;
      const member = checker.getTypeAtLocation(given).getProperty(signature.name);
      for (const node of member?.declarations ?? [])
        if (ts.isMethodDeclaration(node) && node.body)
          found.set(signature, [...(found.get(signature) ?? []), [node.body]]);
    }
  }
  for (const file of files) {
    walk(file, (node) => {
      if (ts.isCallExpression(node)) for (const given of node.arguments) addPassed(given);
      if (!ts.isObjectLiteralExpression(node)) return;
      const type = checker.getContextualType(node);
      for (const member of node.properties) {
        const signature = member.name && type?.getProperty(member.name.getText());
        const body = ts.isMethodDeclaration(member)
          ? member.body
          : ts.isPropertyAssignment(member)
            ? member.initializer
            : member;
        if (signature && body) found.set(signature, [...(found.get(signature) ?? []), [body]]);
      }
    });
  }
  return found;
}

/**
 * Returns the codes of one `new AppError(code, options)`. Ignores invalid cursors, an error of the query that every
 * list can answer.
 */
function codesIn(checker: ts.TypeChecker, thrown: ts.NewExpression): string[] {
  const [code, options] = thrown.arguments ?? [];
  if (!code || options?.getText().replaceAll(/\s/g, '').startsWith('{fields:{cursor:')) return [];
  const type = checker.getTypeAtLocation(code);
  const literals = type.isUnion() ? type.types : [type];
  const codes = literals.map((literal) => (literal.isStringLiteral() ? literal.value : undefined));
  if (codes.includes(undefined) || codes.length > MAX_CODES)
    throw new Error(`${thrown.getSourceFile().fileName}: which code is thrown by ${thrown.getText()}?`);
  return codes as string[];
}

/** More possible codes than this say nothing about what is thrown. */
const MAX_CODES = 7;

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
