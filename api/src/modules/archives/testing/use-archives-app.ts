import { createStorage } from '../../../platform/storage/create-storage';
import type { Storage } from '../../../platform/storage/storage';
import { clearContent, insertCategories } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';

/** The api with the storage of its files. */
export type ArchivesApp = TestApp & { storage: Storage };

/** Starts the api with categories before the tests of a file. Each test begins without content. */
export function useArchivesApp(onStart: (app: ArchivesApp) => void): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await insertCategories(app.db);
    onStart({ ...app, storage: createStorage(app.env.storageUrl) });
  });
  afterEach(() => clearContent(app.db));
  afterAll(() => app.close());
}
