import { join } from 'node:path';

import ts from 'typescript';

/*
 * Reads out of the source which error codes each call can answer: from the handler that a route names, along every
 * function that is used there, down to each `new AppError(...)`. It reads what is written, not what a test happens to
 * reach, so a code that is forgotten in the contract is found before anybody meets it.
 */

const sourceRoot = join(__dirname, '..');
const isOurs = (file: string) =>
  file.startsWith(sourceRoot) && !file.includes('/testing/') && !file.endsWith('.test.ts');

/** Codes that the handler of each endpoint can throw, by the endpoint's name. */
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

/** Every `route(app, endpoint, handler)` of a file. */
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

  /** The functions behind a name: its own declaration, what it stands for, or whatever implements it. */
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

  /** A function that was passed in and taken out of its object by name. */
  function bodiesOfGiven(element: ts.BindingElement): ts.Node[] {
    if (checker.getTypeAtLocation(element).getCallSignatures().length === 0) return [];
    const name = (element.propertyName ?? element.name).getText();
    const member = checker.getTypeAtLocation(element.parent).getProperty(name);
    return member ? bodiesOfSymbol(member) : [];
  }

  /** A function that is written there, or the name of one. What runs once at the start is no part of a call. */
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

/** Where the members of our interfaces are written: in the object literals that are typed by them. */
function findImplementations(checker: ts.TypeChecker, files: ts.SourceFile[]): Map<ts.Symbol, ts.Node[][]> {
  const found = new Map<ts.Symbol, ts.Node[][]>();
  for (const file of files) {
    walk(file, (node) => {
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

/** The codes of one `new AppError(code, options)`. A wrong cursor is a wrong query, which every list answers anyway. */
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

/** A code that may be any of so many is no statement about what is thrown. */
const MAX_CODES = 5;

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}
