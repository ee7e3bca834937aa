import { FakeNetwork } from '../../testing/fake-network';
import { listenToUnauthenticated } from '../call-endpoint';
import { createUpload, putUpload } from '../endpoints';
import { uploadFile } from './upload-file';

const photo = new Blob(['0123456789'], { type: 'image/jpeg' });

function setUp() {
  return new FakeNetwork()
    .install()
    .answer(createUpload, { uploadId: 'upl_1', putUrl: '/v1/uploads/upl_1/content' })
    .answer(putUpload, { uploadId: 'upl_1' });
}

it('announces a file, sends it, and reports progress', async () => {
  const network = setUp();
  const onProgress = jest.fn();
  await expect(uploadFile('identity_document', photo, { onProgress })).resolves.toBe('upl_1');
  expect(network.calls(createUpload)[0]?.body).toEqual({ purpose: 'identity_document', mime: 'image/jpeg', size: 10 });
  expect(network.calls(putUpload)[0]).toMatchObject({
    params: { id: 'upl_1' },
    headers: { 'Content-Type': 'image/jpeg' },
  });
  expect(onProgress.mock.calls.flat()).toEqual([0.5, 1]);
});

it('sends no bytes when the api refuses the file', async () => {
  const network = setUp().refuse(createUpload, 'too_large');
  await expect(uploadFile('identity_document', photo)).rejects.toMatchObject({ code: 'too_large' });
  expect(network.calls(putUpload)).toHaveLength(0);
});

it('returns the refusal of the bytes with its fields', async () => {
  setUp().refuse(putUpload, 'invalid', { fields: { size: 'ファイルが途中で切れています。' } });
  await expect(uploadFile('identity_document', photo)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'invalid',
    status: 422,
    fields: { size: 'ファイルが途中で切れています。' },
  });
});

it('reports a missing response when the connection breaks', async () => {
  setUp().unplug(putUpload);
  await expect(uploadFile('identity_document', photo)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
});

it('notifies the page when the session has ended during the upload', async () => {
  setUp().refuse(putUpload, 'unauthenticated');
  const listener = jest.fn();
  const stop = listenToUnauthenticated(listener);
  await expect(uploadFile('identity_document', photo)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

it('can be aborted', async () => {
  const network = setUp();
  network.hold(putUpload);
  const stop = new AbortController();
  const running = uploadFile('identity_document', photo, { signal: stop.signal, onProgress: () => stop.abort() });
  await expect(running).rejects.toHaveProperty('name', 'AbortError');
});
