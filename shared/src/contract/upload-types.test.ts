import { detectType, typeRefusal } from './upload-types';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['\xff\xd8\xff\xe1', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF\0\0\0\0WEBP', 'image/webp'],
  ['\0\0\0\x18ftypheic', 'image/heic'],
  ['\0\0\0\x18ftypmif1', 'image/heic'],
  ['\0\0\0\x24ftypnew1\0\0\0\0mif1MiPrmiafMiHBheic', 'image/heic'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
  // What follows the brands is not one of them.
  ['\0\0\0\x14ftypisom\0\0\0\0mp42heic', null],
  ['\0\0\0\x18ftypavif', 'image/avif'],
  ['%PDF-1.7', 'application/pdf'],
  ['\r\n%PDF-1.7', 'application/pdf'],
  [`${'\0'.repeat(1019)}%PDF-`, 'application/pdf'],
  [`${'\0'.repeat(1020)}%PDF-`, null],
  ['<svg>', null],
  ['', null],
])('detects the type of %j', (content, type) => {
  expect(detectType(bytesOf(content))).toBe(type);
});

it('says what to do with a photo of an iPhone', () => {
  expect(typeRefusal('avatar', 'image/heic')).toContain('スクリーンショット');
  expect(typeRefusal('event_cover', 'image/webp')).toBe('JPEGかPNGの画像を選択してください。');
  expect(typeRefusal('identity_document', 'application/pdf')).toBeNull();
});
