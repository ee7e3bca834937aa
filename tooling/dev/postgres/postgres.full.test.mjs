import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { inRoot } from '../../root.mjs';
import { nativeFolder } from './postgres-binaries.mjs';
import { removePostgres, startPostgres } from './postgres.mjs';
import { commandOf, isAlive } from './processes.mjs';

const folders = [];
async function anEmptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-postgres-'));
  folders.push(folder);
  // Permissions of a data folder created by a user.
  await chmod(folder, 0o755);
  return folder;
}

/** A data folder whose database was created and stopped. */
let created;
/** Returns a data folder with a database. Most tests need one, and a copy takes much less time than creating it. */
async function aFolder() {
  const folder = await anEmptyFolder();
  // Unlike Node's copy, cp keeps the owner.
  await promisify(execFile)('cp', ['-a', `${created}/.`, folder]);
  return folder;
}
beforeAll(async () => {
  created = await anEmptyFolder();
  const { stop } = await startPostgres({ dataDir: created });
  await stop();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function ask(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process that runs the database of a folder, as a product would. */
async function aRunningProduct(dataDir) {
  const child = spawn(process.execPath, [inRoot('tooling/check/jest/hold-postgres.mjs'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url, pid } = JSON.parse(String(line));
  return {
    url,
    pid,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Expects written data to be there after the next start. */
async function expectTheRowBack(dataDir) {
  const next = await startPostgres({ dataDir });
  await expect(ask(next.url, 'select word from kept')).resolves.toEqual([{ word: 'まなび' }]);
  await next.stop();
}

const keepARow = (url) => ask(url, "create table kept as select 'まなび' as word");

/** Kills the shell that watches for the end of the product; it would not survive a power cut. */
async function killTheGuardOf(pid) {
  const running = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const each of running) {
    const command = (await commandOf(Number(each))).trimEnd();
    if (command.includes('read -r _; kill -INT') && command.endsWith(` ${pid}`)) process.kill(Number(each), 'SIGKILL');
  }
}

describe('after a crash', () => {
  it('of the product, the database stops by itself and recovers', async () => {
    const dataDir = await aFolder();
    const product = await aRunningProduct(dataDir);
    await keepARow(product.url);
    await product.kill();
    await expectTheRowBack(dataDir);
    expect(isAlive(product.pid)).toBe(false);
  });

  it('of both product and database, the database recovers', async () => {
    const dataDir = await aFolder();
    const product = await aRunningProduct(dataDir);
    await keepARow(product.url);
    process.kill(product.pid, 'SIGKILL');
    await product.kill();
    await expectTheRowBack(dataDir);
  });

  (process.platform === 'linux' ? it : it.skip)(
    'stops a server that is still running before it starts another',
    async () => {
      const dataDir = await aFolder();
      const product = await aRunningProduct(dataDir);
      await keepARow(product.url);
      await killTheGuardOf(product.pid);
      await product.kill();
      expect(isAlive(product.pid)).toBe(true);
      await expectTheRowBack(dataDir);
      expect(isAlive(product.pid)).toBe(false);
    },
  );

  it('with a reused process id, the database starts anyway', async () => {
    const dataDir = await aFolder();
    const product = await aRunningProduct(dataDir);
    await keepARow(product.url);
    process.kill(product.pid, 'SIGKILL');
    await product.kill();
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const stranger = spawn('/bin/sh', ['-c', 'read -r _'], { ...user, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
    const mark = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(mark, (await readFile(mark, 'utf8')).replace(/^\d+/, String(stranger.pid)));
    await expectTheRowBack(dataDir);
    expect(isAlive(stranger.pid)).toBe(true);
    stranger.stdin.end();
  });

  it('during the first start, the next one starts over', async () => {
    const dataDir = await anEmptyFolder();
    await cp(nativeFolder(), join(dataDir, 'postgres.new'), {
      recursive: true,
      filter: (path) => !path.includes('/lib'),
    });
    const next = await startPostgres({ dataDir });
    await expect(ask(next.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await next.stop();
  });
});

describe('a database that exits unexpectedly', () => {
  const restarting = async (dataDir) => {
    /** @type {Promise<void>} */
    let heard;
    /** @type {(error?: Error) => void} */
    let onRestart;
    const listen = () => {
      heard = new Promise((done, fail) => {
        onRestart = (error) => (error ? fail(error) : done(undefined));
      });
    };
    listen();
    const server = await startPostgres({ dataDir, onRestart: (error) => onRestart(error) });
    return {
      server,
      killAndWait: async () => {
        process.kill(server.pid, 'SIGKILL');
        await heard;
        listen();
      },
    };
  };

  it('is restarted on the same port and data, as often as needed', async () => {
    const { server, killAndWait } = await restarting(await aFolder());
    await keepARow(server.url);
    const pids = new Set([server.pid]);
    for (let round = 0; round < 2; round += 1) {
      await killAndWait();
      pids.add(server.pid);
      await expect(ask(server.url, 'select word from kept')).resolves.toEqual([{ word: 'まなび' }]);
    }
    expect(pids.size).toBe(3);
    await server.stop();
    expect([...pids].filter(isAlive)).toEqual([]);
  });

  it('keeps a connection pool usable', async () => {
    const { server, killAndWait } = await restarting(await aFolder());
    const pool = new pg.Pool({ connectionString: server.url });
    const errors = [];
    pool.on('error', (error) => errors.push(error));
    await pool.query('select 1');
    const inUse = pool.query('select pg_sleep(60)').catch((error) => error);
    await killAndWait();
    expect(await inUse).toBeInstanceOf(Error);
    await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await pool.end();
    await server.stop();
  });

  it('stays stopped when it is stopped before the restart', async () => {
    const dataDir = await aFolder();
    const server = await startPostgres({ dataDir });
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    const next = await startPostgres({ dataDir });
    await expect(ask(next.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await next.stop();
  });
});

describe('a data folder', () => {
  it('in use is rejected with a hint, and its owner keeps running', async () => {
    const dataDir = await aFolder();
    const product = await aRunningProduct(dataDir);
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /is in use by process \d+: stop it first, or set DATA_DIR/,
    );
    await expect(ask(product.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await product.kill();
  });

  it('is durable and has the same collation everywhere', async () => {
    const { url, stop } = await startPostgres({ dataDir: await anEmptyFolder() });
    const settings = await ask(
      url,
      "select current_setting('fsync') as fsync, current_setting('TimeZone') as zone, datlocale as locale from pg_database where datname = current_database()",
    );
    expect(settings).toEqual([{ fsync: 'on', zone: 'UTC', locale: 'C.UTF-8' }]);
    await stop();
  });

  it('can be removed', async () => {
    const dataDir = await aFolder();
    const { stop } = await startPostgres({ dataDir });
    await stop();
    await removePostgres(dataDir);
    await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
  });

  // Only root has folders that the database user cannot enter.
  (process.getuid?.() === 0 ? it : it.skip)(
    'is served from an accessible folder when others cannot enter it',
    async () => {
      const dataDir = await anEmptyFolder();
      await chmod(dataDir, 0o700);
      const first = await startPostgres({ dataDir });
      await keepARow(first.url);
      await first.stop();
      await expectTheRowBack(dataDir);
      await removePostgres(dataDir);
    },
  );
});

describe('the binaries', () => {
  it('get the symlinks that an install script would have created', async () => {
    const binaries = join(await anEmptyFolder(), 'native');
    await cp(nativeFolder(), binaries, {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    const { url, stop } = await startPostgres({ dataDir: await aFolder(), binaries });
    await expect(ask(url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    await stop();
  });

  // As for a product that root has cloned into /root.
  (process.getuid?.() === 0 ? it : it.skip)(
    'are copied to an accessible folder when the database cannot reach them',
    async () => {
      const [dataDir, hidden] = [await anEmptyFolder(), await anEmptyFolder()];
      const binaries = join(hidden, 'native');
      await cp(nativeFolder(), binaries, { recursive: true, verbatimSymlinks: true });
      await chmod(hidden, 0o700);
      await chmod(dataDir, 0o700);
      const { url, stop } = await startPostgres({ dataDir, binaries });
      await expect(ask(url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
      await stop();
      await removePostgres(dataDir);
    },
  );

  it('are reported as missing on an unsupported platform, with a hint', () => {
    expect(() => nativeFolder('sunos', 'sparc')).toThrow(
      /no embedded PostgreSQL for sunos on sparc here: set DATABASE_URL/,
    );
  });
});
