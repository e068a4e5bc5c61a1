import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseDocument } from '../../emulator/engine/checking/document.ts'
import { digestOf, shippedScenarios } from '../../emulator/scenario/files.ts'
import { compiledScenarios } from './scenarios.ts'

it('holds every shipped scenario under the digest that its file is asked for', async () => {
  const compiled = JSON.parse(compiledScenarios()) as Record<string, { sha256: string; value: unknown }>
  const shipped = shippedScenarios()
  expect(shipped.length).toBeGreaterThan(40)
  expect(Object.keys(compiled).toSorted()).toEqual(shipped.map(({ name }) => `${name}.yaml`).toSorted())
  for (const { name, file } of shipped) {
    const text = readFileSync(file, 'utf8')
    const { value } = await parseDocument(text, { file })
    expect(compiled[`${name}.yaml`]).toEqual({ sha256: await digestOf(text), value })
  }
})
