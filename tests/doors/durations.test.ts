import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { readFileSync } from 'node:fs'
import { newHome, run } from '../helpers/cli/in-process.ts'
import { sourceFiles } from '../helpers/source-files.ts'

const service = ['--target', 'http://127.0.0.1:9/v1']

/** Flags for a time that a timer of the machine waits, each with a command line that needs nothing else. */
const doors = [
  ['drift', '--budget', ...service],
  ['drift', '--time-limit', ...service],
  ['pull', '--budget', ...service, '--org', 'acme', '-o', join(newHome(), 'a.yaml')],
  ['pull', '--time-limit', ...service, '--org', 'acme', '-o', join(newHome(), 'a.yaml')],
  ['explore', '--budget'],
  ['explore', '--time-limit'],
  ['check', '--budget'],
  ['mutate', '--budget'],
  ['mutate', '--time-limit'],
  ['questions', '--budget'],
  ['leans', '--budget'],
  ['leans', '--time-limit'],
  ['permissions', '--time-limit'],
  ['shrink', '--budget'],
  ['start', '--state', 'x.json', '--state-every'],
]

describe.each(doors)('%s %s', (command, ...words) => {
  // `-1s` begins like a flag, so that the value is joined to it.
  it.each(['1h 30m', '-1s', '1H', '1e3', 'soon', '25d', '999999999d'])('refuses %s', async (text) => {
    const at = words.findIndex((word) => /^--(?:budget|time-limit|state-every)$/.test(word))
    const joined = words.map((word, index) => (index === at ? `${word}=${text}` : word))
    const argv = [command, ...joined, ...(words.includes('--target') || command === 'start' ? [] : ['--', 'true'])]
    const { exit, stderr } = await run(svcEmulator, argv, newHome(), { env: { SVC_API_KEY: 'k' } })
    expect([exit === 0, stderr]).toEqual([false, expect.stringMatching(/a duration such as .*up to 24d.*'/)])
  })
})

it('a duration is read in no other place', () => {
  const found = ['emulator', 'cli']
    .flatMap(sourceFiles)
    .filter((file) => /\(ms\|s\|m\|h\|d\)\/g/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['emulator/engine/world/clock.ts'])
})
