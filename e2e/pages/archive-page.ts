import type { Page } from '@playwright/test';

/** /archives/{id}: the player, and the content next to and below it. */
export class ArchivePage {
  constructor(readonly page: Page) {}

  get heading() {
    return this.page.getByRole('heading', { level: 1 });
  }
  get player() {
    return this.page.getByRole('region', { name: 'アーカイブの再生' });
  }
  get firstPlay() {
    return this.player.getByRole('button', { name: '再生する' });
  }
  get pause() {
    return this.player.getByRole('button', { name: '一時停止' });
  }
  get slider() {
    return this.player.getByRole('slider', { name: '再生位置' });
  }
  get captionsButton() {
    return this.player.getByRole('button', { name: '字幕', exact: true });
  }
  get transcriptTab() {
    return this.page.getByRole('tab', { name: '文字起こし' });
  }
  get transcript() {
    return this.page.getByRole('list', { name: '文字起こし' });
  }
  get transcriptSearch() {
    return this.page.getByRole('searchbox', { name: '文字起こしの中をさがす' });
  }
  get recommended() {
    return this.page.getByRole('region', { name: 'おすすめのアーカイブ' });
  }
  get myPart() {
    return this.page.getByRole('dialog', { name: '自分の発言を外す' });
  }
  /** The viewer's own sentences, each with the switch that removes it. */
  get utterances() {
    return this.myPart.getByRole('switch', { name: /を外す$/ });
  }
  chapter(title: string) {
    return this.page.getByRole('tabpanel').getByRole('button', { name: title });
  }
  /** Captions over the video. */
  caption(text: string) {
    return this.player.locator('p[lang="ja"]').filter({ hasText: text });
  }

  async open(id: string) {
    await this.page.goto(`/archives/${id}`);
  }

  async openMyPart() {
    await this.page.getByRole('button', { name: '自分の発言を外す' }).click();
    await this.page.getByRole('switch').first().waitFor();
  }

  async chooseRate(name: string) {
    await this.player.getByRole('button', { name: /^再生速度/ }).click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
  }

  /** The position in seconds, from the slider. */
  async position(): Promise<number> {
    return Number(await this.slider.getAttribute('aria-valuenow'));
  }

  /** The loudest sample of what the video played in the last half second: 0 is silence, 1 the loudest there is. */
  loudness(): Promise<number> {
    return this.page.evaluate(() => {
      const scope = window as unknown as { meter?: AnalyserNode };
      const video = document.querySelector('video');
      if (!video) return 0;
      if (!scope.meter) {
        const audio = new AudioContext();
        scope.meter = audio.createAnalyser();
        // Longer than the silence between two beeps of Chromium's microphone, and between two words of a voice file.
        scope.meter.fftSize = 32_768;
        audio.createMediaElementSource(video).connect(scope.meter).connect(audio.destination);
      }
      const samples = new Float32Array(scope.meter.fftSize);
      scope.meter.getFloatTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    });
  }
}
