import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = process.env['MATRIX_MSW'] ?? 'msw'

/** The msw that these tests run with; `MATRIX_MSW=msw3` chooses the other. */
export const mswVersion = (
  JSON.parse(readFileSync(resolve('node_modules', folder, 'package.json'), 'utf8')) as { version: string }
).version
export const mswMajor = Number(mswVersion.split('.', 1)[0])
