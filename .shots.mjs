import { chromium } from 'playwright-core';
const URL_ = 'http://localhost:4511';
class P {
  cookies = new Map();
  async call(method, path, body) {
    const r = await fetch(`${URL_}/v1${path}`, { method, ...(body && { body: JSON.stringify(body) }), headers: { origin: URL_, 'sec-fetch-site': 'same-origin', cookie: [...this.cookies].map(([a, b]) => `${a}=${b}`).join('; '), ...(body && { 'content-type': 'application/json' }) } });
    for (const c of r.headers.getSetCookie()) { const [, n, v] = /^([^=]+)=([^;]*)/.exec(c); this.cookies.set(n, v); }
    const t = await r.text();
    if (r.status >= 300) throw new Error(`${method} ${path} ${r.status} ${t}`);
    return t ? JSON.parse(t) : undefined;
  }
  static async new(nickname) {
    const p = new P();
    const { user } = await p.call('POST', '/auth/signup', { email: `${Math.random().toString(36).slice(2)}@example.test`, password: 'Correct-horse-42', nickname, birthDate: '1988-04-12', agreeTerms: true });
    p.id = user.id; return p;
  }
  room(given) { return this.call('POST', '/classrooms', { categoryId: this.cat, startAt: new Date().toISOString(), allUsers: true, audienceMode: false, privateMode: false, ...given }).then((r) => r.id); }
  join(id) { return this.call('POST', `/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd' + Math.random().toString(36).slice(2) }); }
}
const [host, guest] = [await P.new('森 実紀'), await P.new('山田 花子')];
host.cat = (await host.call('GET', '/categories')).categories[0].id;
const day = (n) => new Date(Date.now() + n * 86400000).toISOString();
const names = ['太陽はなぜ光るのか', '惑星の動きを図で追う', '恒星の一生とブラックホール', '銀河の大きさを測る', '宇宙の始まり'];
const ids = [];
for (const [i, name] of names.entries()) ids.push(await host.room({ name, startAt: day(i + 1) }));
const extra = await host.room({ name: '番外編 望遠鏡のえらび方', startAt: day(20) });
const hold = async (id) => { await host.call('PATCH', `/classrooms/${id}`, { startAt: new Date().toISOString() }); await host.join(id); await guest.join(id); await host.call('DELETE', `/classrooms/${id}`); };
await hold(ids[0]);
const { id } = await host.call('POST', '/series', { title: '星を学ぶ5週間、太陽から宇宙の始まりまでを図と実験でたどる連続講座', description: 'はじめての方へ。毎週1回、太陽から順に遠くへ進みます。\n\n持ち物は鉛筆だけです。', categoryId: host.cat, classroomIds: ids });
const done = await host.room({ name: '月の満ち欠け', startAt: day(1) }); await hold(done);
const { id: completed } = await host.call('POST', '/series', { title: '月を学ぶ', categoryId: host.cat, classroomIds: [done] });
await host.call('DELETE', `/classrooms/${ids[3]}`);
const shots = [];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
async function shoot(name, person, path, act) {
  for (const width of [360, 1280]) for (const colorScheme of ['light', 'dark']) {
    if (!name.startsWith('series') && !(width === 360 && colorScheme === 'light') && !(width === 1280 && colorScheme === 'dark')) continue;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
    if (person) await context.addCookies([...person.cookies].map(([n, value]) => ({ name: n, value, url: URL_, httpOnly: true, sameSite: 'Lax' })));
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log(name, width, m.text().slice(0, 200)));
    await page.goto(URL_ + path); await page.waitForLoadState('networkidle');
    if (act) await act(page).catch((e) => console.log(name, width, e.message.slice(0, 300)));
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (over) console.log('OVERFLOW', name, width);
    await page.screenshot({ path: `/tmp/s1-shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    await context.close();
  }
}
await shoot('series-anon', null, `/series/${id}`);
await guest.call('POST', `/series/${id}/reservations`);
await host.call('POST', `/series/${id}/dates`, { classroomIds: [await host.room({ name: '追加の回 流星群', startAt: day(22) })] });
await shoot('series-guest', guest, `/series/${id}`);
await shoot('result', guest, `/series/${id}`, async (p) => { await p.getByRole('button', { name: /予約する/ }).first().click(); await p.getByRole('status').first().waitFor({ timeout: 5000 }); });
await shoot('series-host', host, `/series/${id}`);
await shoot('add', host, `/series/${id}`, async (p) => { await p.getByRole('button', { name: '回を追加する' }).click(); await p.getByRole('checkbox').first().waitFor(); });
await shoot('end', host, `/series/${id}`, async (p) => { await p.getByRole('button', { name: '終了する' }).click(); });
await shoot('own', host, '/me/classrooms/series');
await shoot('create', host, '/me/classrooms/series', async (p) => { await p.getByRole('button', { name: '連続講座をつくる' }).click(); await p.getByRole('checkbox').first().waitFor(); });
await shoot('myclasses', host, '/me/classrooms');
await shoot('done', guest, `/series/${completed}`);
await shoot('dialog', guest, `/series/${completed}`, async (p) => { await p.getByRole('button', { name: '修了証を受け取る' }).click(); });
const { code } = await guest.call('POST', `/series/${completed}/certificate`, { name: '山田 花子' });
await shoot('certificate', null, `/certificates/${code}`);
await shoot('class', guest, `/classrooms/${ids[1]}`);
await shoot('after', guest, `/classrooms/${ids[0]}`);
await shoot('list', guest, '/classrooms?state=scheduled');
const pdf = await fetch(`${URL_}/v1/certificates/${code}/certificate.pdf`);
(await import('node:fs')).writeFileSync('/tmp/s1-shots/certificate.pdf', Buffer.from(await pdf.arrayBuffer()));
await browser.close();
console.log('done', id, code);
