import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

import type { CaughtMail } from './caught-mail';

/** The maximum number of mails kept; the oldest are dropped first. */
const MAX_MAILS = 500;

export interface MailBox {
  add(mail: CaughtMail): Promise<void>;
  /** Newest first; `to` filters by recipient address. */
  list(to?: string): CaughtMail[];
  find(id: string): CaughtMail | undefined;
  clear(): Promise<void>;
}

/**
 * Keeps mails in memory and optionally in a file (one JSON object per line), from which they are restored after a
 * restart.
 */
export async function openMailBox(file?: string): Promise<MailBox> {
  let mails = file ? await readMails(file) : [];
  let writing = Promise.resolve();
  const write = (work: (path: string) => Promise<void>) => {
    if (file)
      writing = writing.then(
        () => work(file),
        () => work(file),
      );
    return writing;
  };
  return {
    async add(mail) {
      mails.push(mail);
      if (mails.length <= MAX_MAILS)
        return write((path) => appendFile(path, `${JSON.stringify(mail)}\n`, { mode: 0o600 }));
      mails = mails.slice(-MAX_MAILS / 2);
      return write((path) => replaceFile(path, mails.map((each) => `${JSON.stringify(each)}\n`).join('')));
    },
    list: (to) =>
      mails
        .filter((mail) => to === undefined || mail.to.some((address) => address.toLowerCase() === to.toLowerCase()))
        .toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
    async clear() {
      mails = [];
      await write((path) => replaceFile(path, ''));
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Skips a line that was truncated by a crash. */
async function readMails(path: string): Promise<CaughtMail[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as CaughtMail];
      } catch {
        return [];
      }
    })
    .slice(-MAX_MAILS);
}
