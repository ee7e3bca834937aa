import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/**
 * Makes every chunk and stylesheet that a build loads by itself carry the digest that the page has of it.
 *
 * The page tells digests by `fileDigest(url)`, which the shell puts there; a build knows none, so that what it says of
 * itself counts for nothing. Files are fetched as the page's preload links fetch them, of the same origin too: otherwise
 * each would be downloaded twice.
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
