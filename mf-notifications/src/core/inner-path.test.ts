import { innerPath } from './inner-path';

it.each([
  ['/classrooms/cls_1?from=notification', '/classrooms/cls_1?from=notification'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['', '/'],
])('keeps the link %j inside the product', (url, path) => {
  expect(innerPath(url)).toBe(path);
});
