import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { clauses } from '../contract/clauses.ts'
import { replay } from './index.ts'

const folder = new URL('../../scenarios/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
const exercised = new Set<string>()

describe('the shipped scenarios', () => {
  it.each(files)('%s replays', async (file) => {
    const result = await replay(new URL(file, folder).pathname)
    const failed = result.steps.filter(({ status }) => status === 'failed').map(({ number, title, reasons }) => ({ number, title, reasons }))
    expect({ failed, problems: result.problems }).toEqual({ failed: [], problems: [] })
    expect(result.name).toBe(file.slice(0, -'.yaml'.length))
    for (const { id } of result.clauses) exercised.add(id)
  })

  it('together exercise every clause of the service', () => {
    const open = clauses.filter(({ id, wire }) => wire !== 'client' && !exercised.has(id)).map(({ id }) => id)
    expect(open).toEqual([])
  })
})

afterAll(() => console.log(`scenarios: ${files.length} files exercise ${exercised.size} clauses`))
