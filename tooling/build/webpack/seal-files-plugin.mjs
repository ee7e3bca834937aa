import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/**
 * Adds the page's digest to every chunk and stylesheet that a build loads by itself.
 *
 * The page provides digests by `fileDigest(url)`, which the shell installs; a build contains none, so that it cannot
 * vouch for itself. Files are fetched like the page's preload links, even from the same origin: otherwise each would be
 * downloaded twice.
 */
export class SealFilesPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('SealFiles', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'SealFiles',
        (source) => `${source}\n${seal('script', 'url')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'SealFiles',
        (source, { tag, href }) => `${source}\n${seal(tag, href)}`,
      );
    });
  }
}

const seal = (tag, url) => `${tag}.crossOrigin = "anonymous"; ${tag}.integrity = fileDigest(${url});`;
