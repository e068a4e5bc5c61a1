import { expect, it } from 'vitest'
import { readText, writtenFiles } from './write.ts'

it('citations.json is current: run npm run write', async () => {
  const { path, text } = writtenFiles.find((file) => file.path.endsWith('/citations.json'))!
  expect(readText(path)).toBe(await text())
})
