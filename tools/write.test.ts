import { expect, it } from 'vitest'
import { readText, writtenFiles } from './write.ts'

it.each(writtenFiles)('$path is current: run npm run write', async ({ path, text }) => {
  expect(readText(path)).toBe(await text())
})
