import { expect, it } from 'vitest'
import type { Emulator } from '../../../host/emulator.ts'
import { baseEmulator } from '../../engine/base-emulator.ts'
import { exploreSubject } from '../explore.ts'
import type { Client } from '../../engine/client.ts'

const definition = { body: { nodes: [{ id: 'a', kind: 'task' }], edges: [] } }
const body = JSON.stringify(definition)

/** Checks a definition, prints `says(answer)` on stderr, and claims success. */
const checking = (says: (answer: string) => string): Client => ({
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

/** Checks a definition, prints the verdict as a remark, and creates one. */
const creating = (created: (verdict: string) => object | undefined): Client => ({
  name: 'creating',
  async run(world: Emulator) {
    const headers = { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    const post = (path: string, sent: object) =>
      world.fetch(`/v1/workflow/${path}`, { method: 'POST', headers, body: JSON.stringify(sent) })
    const { status } = (await (await post('check_definition', definition)).json()) as { status: string }
    const fields = created(status)
    if (fields !== undefined) await post('create_definition', { org_id: 'acme', alias: 'mine', ...fields })
    return { end: 'succeeded', output: fields === undefined ? 'not deployed' : 'deployed', said: `verdict: ${status}` }
  },
})

const findVerdicts = async (created: (verdict: string) => object | undefined) =>
  (await exploreSubject(creating(created), baseEmulator({}), { only: ['verdict'] })).report.findings.map(
    ({ verdict, because }) => `${verdict}: ${because}`,
  )

it('a client that prints the verdict and creates the definition all the same has not heard it', async () => {
  expect(await findVerdicts(() => definition)).toEqual([
    'wrong-world: + the checked definition, by workflow.create_definition, although the verdict was `failure`',
  ])
})

it('a client that creates nothing, or another definition, has heard it', async () => {
  const empty = { body: { nodes: [], edges: [] } }
  expect(await findVerdicts((verdict) => (verdict === 'failure' ? undefined : definition))).toEqual([])
  expect(await findVerdicts((verdict) => (verdict === 'failure' ? empty : definition))).toEqual([])
})
