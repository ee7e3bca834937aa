import { MAX_IDENTITY_DOCUMENTS, MAX_UPLOAD_BYTES } from '@manabiba/shared/contract/limits';
import { typeRefusal, uploadTypes } from '@manabiba/shared/contract/upload-types';

/** The `accept` attribute of the file picker. */
export const documentAccept = uploadTypes.identity_document.join(',');

interface ChosenFile {
  name: string;
  /** By its content. */
  type: string;
  size: number;
}

/** Returns why a file cannot be uploaded, checked before sending; null when it can. */
export function problemOf({ type, size }: Omit<ChosenFile, 'name'>): string | null {
  const refusal = typeRefusal('identity_document', type);
  if (refusal !== null) return refusal;
  if (size > MAX_UPLOAD_BYTES) return '10MB以下のファイルを選んでください。';
  return size === 0 ? 'ファイルの中身がありません。' : null;
}

/**
 * Splits the chosen files into accepted ones and error messages for the others. `count` is the number of existing
 * files.
 */
export function sortFiles<F extends ChosenFile>(
  files: readonly F[],
  count: number,
): { taken: F[]; problems: string[] } {
  const taken: F[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const problem = problemOf(file);
    if (problem) problems.push(`${file.name}: ${problem}`);
    else if (count + taken.length < MAX_IDENTITY_DOCUMENTS) taken.push(file);
    else problems.push(`${file.name}: 書類は${MAX_IDENTITY_DOCUMENTS}点まで提出できます。`);
  }
  return { taken, problems };
}

/** 2.4MB, 180KB */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)}MB`;
  return `${Math.max(1, Math.round(bytes / 1024))}KB`;
}
