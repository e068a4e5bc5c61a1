import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { svc } from './program.ts'

it.each(svc.commands.map(({ path }) => path.join('-')))('%s has a file and a test of its name', (name) => {
  const exists = (file: string): boolean => existsSync(join(import.meta.dirname, file))
  expect([exists(`${name}.ts`), exists(`${name}.test.ts`)]).toEqual([true, true])
})
