import { createUpload, putUpload } from '@manabiba/shared/data/endpoints';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, renderHook } from '@testing-library/react';

import { useCover } from './use-cover';

beforeEach(() => {
  // jsdom decodes no images.
  Object.assign(globalThis, { createImageBitmap: () => Promise.resolve({ width: 4000, height: 4000 }) });
  Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => undefined });
});

async function setUp() {
  new FakeNetwork()
    .answer(createUpload, { uploadId: 'upl_1', putUrl: '/v1/uploads/upl_1/content' })
    .answer(putUpload, { uploadId: 'upl_1' })
    .install();
  const { result } = renderHook(() => useCover(null));
  const choose = (name: string) => act(() => result.current.choose(new File(['x'], name, { type: 'image/jpeg' })));
  await choose('first.jpg');
  return { cover: () => result.current, choose };
}

it('shows what is saved once the chosen cover is', async () => {
  const { cover } = await setUp();
  expect(cover().shownUrl).toBe('blob:first.jpg');
  await act(async () => expect(await cover().bodyOf()).toEqual({ coverUploadId: 'upl_1' }));
  act(() => cover().settle());
  expect([cover().shownUrl, cover().isDirty]).toEqual([null, false]);
});

it('keeps a cover that is chosen while another is saved', async () => {
  const { cover, choose } = await setUp();
  const uploading = cover().bodyOf();
  await choose('second.jpg');
  await act(async () => void (await uploading));
  act(() => cover().settle());
  expect([cover().shownUrl, cover().isDirty]).toEqual(['blob:second.jpg', true]);
});
