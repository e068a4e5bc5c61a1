import { expect, it } from 'vitest'
import { worksThroughMuch } from '../tests/helpers/limits.ts'
import { readText, writtenFiles } from './write.ts'

it.each(writtenFiles)('$path is current: run npm run write', worksThroughMuch, async ({ path, text }) => {
  expect(readText(path)).toBe(await text())
})
