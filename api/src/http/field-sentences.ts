import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** The fallback message for issues without one of their own. Passed to every parse in the api. */
export const japaneseIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? '入力してください。' : '形式が正しくありません。';
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? `${String(issue.minimum)}文字以上で入力してください。`
      : `${String(issue.minimum)}以上で指定してください。`;
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `${String(issue.maximum)}文字以内で入力してください。`
      : `${String(issue.maximum)}以下で指定してください。`;
  if (issue.code === 'invalid_value') return '選択肢から選んでください。';
  if (issue.code === 'unrecognized_keys') return 'この項目は受け付けていません。';
  return '形式が正しくありません。';
};

/** A part that is wrong as a whole (not an object, say) is reported under its name. */
export type RequestPart = 'body' | 'query';

/** Returns the messages by field path, the first of each field. */
export function fieldSentences(issues: readonly Issue[], part: RequestPart): Record<string, string> {
  // No prototype: a field may be called __proto__.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const issue of issues.flatMap((found) => leaves(found))) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of names) fields[path.join('.') || part] ??= issue.message;
  }
  return fields;
}

/** For a union, reports the alternative that fits best. */
function leaves(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [closest] = [...issue.errors].sort((a, b) => weight(a) - weight(b));
  return (closest ?? [])
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
    .flatMap((inner) => leaves(inner));
}

const weight = (issues: Issue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
