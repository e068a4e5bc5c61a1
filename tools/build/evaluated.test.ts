import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { assumptionIndex } from '../../emulator/contract/assumption-index.evaluated.ts'
import { clauseIndex } from '../../emulator/contract/clause-index.evaluated.ts'
import { evaluatedModules } from './evaluated.mjs'

const bundled = async (file: string): Promise<{ text: string; values: unknown }> => {
  const { outputFiles } = await build({
    entryPoints: [`emulator/contract/${file}.evaluated.ts`],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    plugins: [evaluatedModules()],
  })
  const { text } = outputFiles[0]!
  return { text, values: await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`) }
}

it('gives a bundle the values of a module, and not what they were made of', async () => {
  const clauses = await bundled('clause-index')
  expect({ ...(clauses.values as object) }).toStrictEqual({ clauseIndex })
  expect(clauses.text).not.toContain('A record-cursor listing answers the newest records first')
  const assumptions = await bundled('assumption-index')
  expect({ ...(assumptions.values as object) }).toStrictEqual({ assumptionIndex })
  expect(assumptions.text).not.toContain('Globally unique')
})
