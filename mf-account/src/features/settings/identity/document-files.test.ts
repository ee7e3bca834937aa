/** @jest-environment node */
import { formatBytes, problemOf, sortFiles } from './document-files';

const MB = 1024 * 1024;
const aFile = (changes = {}) => ({ name: '学生証.jpg', type: 'image/jpeg', size: 2 * MB, ...changes });

it.each([
  ['a photo', {}, null],
  ['a PDF', { type: 'application/pdf' }, null],
  ['exactly 10 MB', { size: 10 * MB }, null],
  ['more than 10 MB', { size: 10 * MB + 1 }, '10MB以下のファイルを選んでください。'],
  ['text', { type: 'text/plain' }, 'JPEG、PNG、WebP、PDFのいずれかを選択してください。'],
  ['a file without a type', { type: '' }, 'JPEG、PNG、WebP、PDFのいずれかを選択してください。'],
  [
    'a drawing that may contain scripts',
    { type: 'image/svg+xml' },
    'JPEG、PNG、WebP、PDFのいずれかを選択してください。',
  ],
  ['an empty file', { size: 0 }, 'ファイルの中身がありません。'],
])('validates %s before sending', (_case, changes, problem) => {
  expect(problemOf(aFile(changes))).toBe(problem);
});

it('accepts valid files up to five in total and reports each of the others', () => {
  const { taken, problems } = sortFiles(
    [
      aFile({ name: 'a.jpg' }),
      aFile({ name: 'b.txt', type: 'text/plain' }),
      aFile({ name: 'c.jpg' }),
      aFile({ name: 'd.jpg' }),
    ],
    3,
  );
  expect(taken.map(({ name }) => name)).toEqual(['a.jpg', 'c.jpg']);
  expect(problems).toEqual([
    'b.txt: JPEG、PNG、WebP、PDFのいずれかを選択してください。',
    'd.jpg: 書類は5点まで提出できます。',
  ]);
});

it.each([
  [1, '1KB'],
  [180 * 1024, '180KB'],
  [MB - 1, '1024KB'],
  [2.4 * MB, '2.4MB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
