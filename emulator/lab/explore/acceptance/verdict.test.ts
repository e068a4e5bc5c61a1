import { expect, it } from 'vitest'
import type { Emulator } from '../../../host/emulator.ts'
import { baseEmulator, exploreSubject } from '../explore.ts'
import type { Subject } from '../subject.ts'

const body = JSON.stringify({ body: { nodes: [{ id: 'a', kind: 'task' }], edges: [] } })

/** Checks a definition, prints `says(answer)` on stderr, and claims success. */
const checking = (says: (answer: string) => string): Subject => ({
  name: 'checking',
  async run(world: Emulator) {
    const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    const response = await world.fetch('/v1/workflow/check_definition', { method: 'POST', headers, body })
    return { end: 'succeeded', output: 'deployed', said: says(await response.text()) }
  },
})

const findIn = async (says: (answer: string) => string) =>
  (await exploreSubject(checking(says), baseEmulator({}), { only: ['verdict'] })).report.findings.map(
    ({ verdict, because }) => `${verdict}: ${because}`,
  )

it.each<[string, (answer: string) => string]>([
  ['nothing', () => ''],
  ['how long it took', (answer) => `checked in ${answer.length} ms`],
  ['a copy of the answer', (answer) => `< 200 ${answer}`],
])('a client that prints %s has not heard the verdict', async (_, says) => {
  expect(await findIn(says)).toEqual(['wrong-output: output unchanged although the verdict was `failure`'])
})

it.each<[string, (answer: string) => string]>([
  ['a warning', (answer) => (answer.includes('failure') ? 'warning: invalid' : '')],
  ['the message', (answer) => (JSON.parse(answer) as { message?: string }).message ?? 'valid'],
])('a client that prints %s has heard it', async (_, says) => {
  expect(await findIn(says)).toEqual([])
})
