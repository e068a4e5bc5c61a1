import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clauses } from '../emulator/contract/clauses.ts'

const root = import.meta.dirname
const source = (readdirSync(root, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

it('every clause of the client and the worker is named where it is obeyed', () => {
  const own = clauses.map(({ id }) => id).filter((id) => /^(client|worker)\./.test(id))
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter((id) => !source.includes(`'${id}'`))).toEqual([])
})
