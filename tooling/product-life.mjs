import { UserFacingError } from './user-facing-error.mjs';

/** Ends what was opened, the last first, once: on Ctrl-C, on a stop signal, after a failure. */
export class ProductLife {
  #closers = [];
  #ending;
  #stop = new AbortController();

  constructor() {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(name, () => {
        // Whoever asks twice does not want to wait.
        if (this.#ending) process.exit(130);
        void this.#end(0);
      });
    }
  }

  get signal() {
    return this.#stop.signal;
  }

  atEnd(close) {
    this.#closers.push(close);
  }

  throwIfOver() {
    if (this.#ending) throw new DOMException('Stopped', 'AbortError');
  }

  async fail(error) {
    if (this.#ending) {
      // What a stop tears down on its way is no failure.
      await this.#end(0);
      return;
    }
    console.error(sentenceFor(error));
    await this.#end(1);
  }

  async #end(code) {
    this.#stop.abort();
    const isFirst = this.#ending === undefined;
    this.#ending = this.#close();
    await this.#ending;
    if (isFirst) process.exitCode = code;
  }

  async #close() {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await close().catch((error) => console.error(error));
    }
  }
}

function sentenceFor(error) {
  if (error instanceof UserFacingError || error.name === 'DemoRefusedError') return error.message;
  if (error.code === 'ENOSPC' || /ENOSPC|no space left on device/i.test(error.message)) {
    return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk.';
  }
  if (/^The configuration is not usable/.test(error.message)) return error.message;
  if (['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'].includes(error.code)) {
    return `The database of DATABASE_URL cannot be reached (${error.message || error.code}): check the address, or unset it to use the embedded one.`;
  }
  return error;
}

/** Who can sign in. Columns by what a terminal shows: a Japanese character is as wide as two letters. */
export function printPeople({ people, password }) {
  const width = (text) => [...text].reduce((sum, character) => sum + (/[\u1100-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0);
  const pad = (text, columns) => text + ' '.repeat(Math.max(1, columns - width(text)));
  console.log(`\nPeople of the demo (password ${password})`);
  for (const person of people) {
    const school = person.schoolCode ? `or school ${person.schoolCode}, student ${person.studentCode}; sign-up codes ${person.signUpCodes}` : '';
    console.log(`  ${pad(person.email, 34)}${pad(person.label, 34)}${school}`.trimEnd());
  }
  console.log('');
}
