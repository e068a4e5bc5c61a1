import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import { play } from '../../emulator/scenario/replay.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import { newHome, run } from '../helpers/cli/in-process.ts'
import { controlOf } from '../helpers/control.ts'
import { sourceFiles } from '../helpers/source-files.ts'

/** Names that each JavaScript object has, or that `valibot` leaves out. */
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
const KEY = 'svc-key-ada-admin'

/** Plays a scenario whose JSON has the name as it is, and gives what its steps found wrong. */
async function playJson(rest: string): Promise<readonly string[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-names-')), 'n.json')
  writeFileSync(file, `{"scenario":1,"name":"n",${rest}}`)
  const loaded = await loadScenario(file)
  const { steps, problems } = await play(loaded, new InProcessTarget(createEmulator({ scenario: loaded })))
  return [...problems, ...steps.flatMap((step) => (step.status === 'failed' ? step.reasons : []))]
}

const as = `"as":"${KEY}"`
const fail = (does: string) => `"triggers":[{"when":{"endpoint":"*"},"do":{"fail":${does}}}]`
const get = (expected: string, more = '') => `"steps":[{"http":"GET /users/me"${more},"expect":${expected}}]`

/** Doors where the name is one that a user chose: what it names is there, and found again. */
const taking: Readonly<Record<string, (name: string) => unknown>> = {
  'an alias': (n) =>
    playJson(
      `${as},"world":{"records":{"users":[{"alias":"${n}"}]}},"steps":[{"http":"GET /users/${n}","expect":{"status":200,"body":{"user":{"alias":"${n}"}}}}]`,
    ),
  'a saved variable': (n) =>
    playJson(
      `${as},"steps":[{"http":"GET /users/me","save":{"${n}":"body.user.alias"}},{"http":"GET /users/\${${n}}","expect":{"status":200}}]`,
    ),
  'a header of a refusal': (n) =>
    playJson(`${as},${fail(`{"status":418,"headers":{"${n}":"x"}}`)},${get(`{"status":418,"headers":{"${n}":"x"}}`)}`),
  'a field of a body': (n) =>
    playJson(`${as},${fail(`{"status":418,"body":{"${n}":{"a":1}}}`)},${get(`{"body":{"${n}":{"a":1}}}`)}`),
  'a field of a value': (n) =>
    playJson(
      `${as},"steps":[{"call":"workflow.put_session_object","params":{"session_id":"run-01","key":"${n}","value":{"${n}":{"a":1}}},"expect":{"result":{"object":{"key":"${n}","value":{"${n}":{"a":1}}}}}}]`,
    ),
  'a config of a node, exported and loaded'(n) {
    const body = `{"nodes":[{"id":"a","kind":"task","config":{"${n}":{"a":1}}}],"edges":[]}`
    const emulator = createEmulator()
    emulator.world.definitions.insert({ alias: 'd', org_id: 'acme', body: JSON.parse(body) })
    const state = JSON.parse(JSON.stringify(emulator.export()))
    const kept = createEmulator({ state }).world.definitions.get('d')
    return JSON.stringify(kept).includes(body) ? [] : [kept]
  },
  'a header of a request': async (n) => {
    const emulator = createEmulator()
    await emulator.fetch('/v1/users/me', {
      headers: [
        ['x-api-key', KEY],
        [n, 'sent'],
      ],
    })
    const shown = JSON.stringify(emulator.journal.entries())
    return shown.includes(`"${n.toLowerCase()}":"sent"`) ? [] : [shown]
  },
  'a value for a matcher of bodies': (n) => playJson(`${as},${get(`{"body":{"${n}":{"is":"absent"}}}`)}`),
}

describe.each(Object.entries(taking))('%s', (_, give) => {
  it.each(names)('is %s', async (name) => expect(await give(name)).toEqual([]))
})

const cli = async (...argv: string[]) => {
  const { exit, stderr } = await run(svcEmulator, argv, newHome())
  return exit === 0 ? 'taken' : stderr
}
const refusal = (rest: string) => playJson(rest).then(String, (error: Error) => error.message)
const asked = async (method: 'get' | 'delete', path: string) => JSON.stringify((await controlOf()[method](path)).body)

/** Doors where there is nothing of the name: it is refused like any other word, and named. */
const refusing: Readonly<Record<string, (name: string) => unknown>> = {
  'a variable that no step saves': (n) => refusal(`${as},"steps":[{"http":"GET /users/\${${n}}"}]`),
  'a header that must be there': (n) => refusal(`${as},${get(`{"headers":{"${n.toLowerCase()}":"1"}}`)}`),
  'the kind of a value': (n) => refusal(`${as},${get(`{"body":{"status":{"is":"${n}"}}}`)}`),
  'a table': (n) => refusal(`${as},"world":{"records":{"${n}":[{"alias":"x"}]}},${get('{}')}`),
  'a setting': (n) => refusal(`${as},"world":{"settings":{"${n}":1}},${get('{}')}`),
  'a limit': (n) => refusal(`${as},"world":{"settings":{"limits":{"${n}":1}}},${get('{}')}`),
  'a header that is no text': (n) => refusal(`${as},${get('{}', `,"headers":{"${n}":1}`)}`),
  'a fault': (n) => refusal(`${as},"triggers":[{"when":{"endpoint":"*"},"do":{"${n}":1}}],${get('{}')}`),
  'an error': (n) => refusal(`${as},${fail(`{"error":"${n}"}`)},${get('{}')}`),
  'a shipped fixture': (n) => refusal(`${as},"world":{"fixtures":["${n}"]},${get('{}')}`),
  'an option of createEmulator': (n) => {
    try {
      createEmulator(JSON.parse(`{"${n}":1}`))
    } catch (error) {
      return (error as Error).message
    }
    return 'taken'
  },
  'a table of the control API': (n) => asked('get', `/state/${n}`),
  'a snapshot': (n) => asked('get', `/snapshots/${n}`),
  'a filter of the journal': (n) => asked('get', `/journal?${n}=1`),
  'a flag': (n) => cli('list', `--${n}=1`),
  'a command': (n) => cli(n),
  'a scenario': (n) => cli('replay', n),
  'a clause to break': (n) => cli('start', '--broken', n),
}

describe.each(Object.entries(refusing))('%s', (door, give) => {
  it.each(names)('is not %s', async (name) => {
    const said = String(await give(name))
    if (door !== 'a flag') expect(said).toMatch(new RegExp(name, 'i'))
    expect(said).not.toMatch(/^taken|native code|is not a function|defect/)
  })
})

it('takes a named key for its own, whatever it is called', async () => {
  for (const name of ['constructor', 'prototype'])
    expect(
      await playJson(`"keys":{"${name}":{"user":"ada","role":"admin"}},${get('{"status":200}', `,"as":"${name}"`)}`),
    ).toEqual([])
  await expect(playJson(`"keys":{"__proto__":{"user":"ada"}},${get('{}')}`)).rejects.toThrow('lower case words')
})

it('no schema takes names of users by `v.record`, which leaves three of them out', () => {
  const found = ['emulator', 'cli', 'inspector/src']
    .flatMap(sourceFiles)
    .filter((file) => /\bv\.record\(/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['emulator/engine/checking/dictionary.ts'])
})
