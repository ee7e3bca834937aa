import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What is only needed while a video is composed; its name keeps it apart from the results. */
const WORK = 'work';

/** A folder in which a video is composed in steps. A step's result is complete when it has its name. */
export class WorkFolder {
  private constructor(readonly path: string) {}

  /** Opens the folder of a task. What is left of another task in the same folder is removed. */
  static async open(path: string, task: string): Promise<WorkFolder> {
    const folder = new WorkFolder(path);
    const stamp = folder.inner('task.json');
    if (!(await exists(folder.file('master.m3u8'))) && (await readFile(stamp, 'utf8').catch(() => task)) !== task)
      await rm(path, { recursive: true, force: true });
    await mkdir(dirname(stamp), { recursive: true });
    await folder.once(stamp, (unfinished) => writeFile(unfinished, task));
    return folder;
  }

  /** Returns the path of a result. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Returns the path of something that is not needed in the end. */
  inner(name: string): string {
    return join(this.path, WORK, name);
  }

  /** Runs a step unless its result exists. It writes beside its result. */
  async once(path: string, make: (unfinished: string) => Promise<unknown>): Promise<void> {
    if (await exists(path)) return;
    const unfinished = `${path}.part`;
    await make(unfinished);
    await rename(unfinished, path);
  }

  /** Removes what is not needed any more. */
  async clear(): Promise<void> {
    await rm(join(this.path, WORK), { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
