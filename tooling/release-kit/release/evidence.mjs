import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { fingerprint } from '../../build/fingerprint.mjs';
import { sourcesOf } from '../../build/packages.mjs';

/**
 * Hands the results of the command's checks to the server, which answers with signed evidence. Throws what it lacks.
 * @param {{ evidence: (given: object) => Promise<{ evidence: string }> }} product
 * @param {string} handIn The server's own part of the gate.
 * @param {{ types: object, browser: object }} report
 * @returns {Promise<string>}
 */
export async function evidenceOf(product, handIn, report) {
  const { evidence } = await product.evidence({ handIn, report });
  return evidence;
}

/**
 * Evidence without the checks of the command, with a second person's approval. Throws how to get one when there is none.
 * @param {{ evidence: (given: object) => Promise<{ evidence: string }> }} product
 * @param {string} handIn
 * @param {{ remote: string, version: string }} manifest
 * @param {{ reason: string, approval?: string, to: string }} wanted
 * @returns {Promise<string>}
 */
export async function evidenceOfSkipping(product, handIn, { remote, version }, { reason, approval, to }) {
  if (!approval)
    throw new UserFacingError(
      `${remote} ${version} waits for a second person, who runs with a token of their own:\n  npm run release -- ${remote} --approve ${version} --to ${to}\nThen run this command again with --approved-by and what theirs prints.`,
    );
  const { evidence } = await product.evidence({ handIn, skip: { why: reason, approval } });
  return evidence;
}

/** Approves that the gate of an uploaded build is skipped, and prints what the releaser passes on. */
export async function approve({ remote, version, to }, product) {
  const { approval } = await product.approve({ remote, version });
  console.log(
    `You approve that ${remote} ${version} goes live at ${to} without its types and its pages checked. Within 24 hours the releaser adds:\n  --approved-by ${approval}`,
  );
}

/**
 * Throws unless a build was made from the sources of this working copy: the types of other sources say nothing about it.
 * @param {{ remote: string, version: string, sources?: string }} manifest
 */
export async function mustBeBuiltFromHere({ remote, version, sources }) {
  if (sources !== (await fingerprint(sourcesOf(remote))))
    throw new UserFacingError(
      `${remote} ${version} was built from other sources than those here, so its types cannot be checked: release it from the working copy that it was built in, or with --skip-gate.`,
    );
}
