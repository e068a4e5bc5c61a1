import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** The newer Node that the tests of msw 3 install. Throws where it is not installed. */
export const newerNode = {
  path: resolve('tools/newer-node/node_modules/.bin/node'),

  /** As `node --version` tells it, without the `v`. */
  version(): string {
    const { stdout, error } = spawnSync(this.path, ['--version'], { encoding: 'utf8' })
    if (error !== undefined)
      throw new Error('The newer Node is not installed: run `npm run test:msw3` once.', { cause: error })
    return stdout.trim().replace(/^v/, '')
  },
}
