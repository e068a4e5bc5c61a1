import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readCommandLine } from '../shared/command-line.ts'
import type { Command, Flag } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { svcEmulator as program } from './program.ts'

/** A text for each flag that takes one: what a user may write there. */
const texts: Readonly<Record<string, string>> = {
  accept: 'known.txt',
  against: 'contract.json',
  allow: 'silent-cut',
  'api-key-env': 'main=SVC_API_KEY',
  'at-most': 'write on org acme',
  audit: 'http://localhost:3000',
  bounds: 'records=1000000,worlds=10',
  broken: 'pagination.record.page-of-ten',
  budget: '5m',
  'bundle-on-failure': 'failed',
  case: 'user.has-name',
  chaos: 'writes:5%',
  beside: 'node ./worker.js',
  client: 'node ./my-svc.js',
  clock: 'virtual',
  contract: 'new.json',
  'control-token': 'secret',
  copies: '2',
  release: 'next.yaml',
  delay: '50ms..2s',
  env: 'MODEL_KEY',
  facts: 'facts.yaml',
  fixtures: 'starter,large',
  from: 'app.har',
  home: 'folder',
  host: '127.0.0.1',
  idle: '1h',
  jobs: '4',
  journal: '5000',
  key: 'svc-key-ada-admin',
  leans: 'leans/*.json',
  max: '0',
  min: '97%',
  'must-survive': 'network',
  name: 'my-session',
  only: 'pagination',
  otherwise: 'A-38/1',
  org: 'acme',
  output: 'report.yaml',
  port: '0',
  rate: '5/s',
  'rate-limit': '100/m',
  'realtime-url': 'ws://127.0.0.1:4010/v1/realtime',
  reporter: 'json',
  save: 'found',
  seed: '-7',
  seeds: '1..8',
  since: 'last.json',
  skip: 'network',
  state: 'state.json',
  'state-every': '5s',
  steps: '10',
  target: 'http://127.0.0.1:4010/v1',
  'time-limit': '3s',
  'tls-cert': 'cert.pem',
  'tls-key': 'key.pem',
  transcript: 'run.txt',
  trials: '8',
  url: 'https://api.example.com/v1',
  wire: 'rest,client',
  'world-from': 'header,path',
  worker: 'node ./my-worker.js',
}

const flags = program.commands.flatMap((command) =>
  Object.entries(command.flags).map(([name, flag]): [string, string, Command, Flag] => [
    command.path.join(' '),
    name,
    command,
    flag,
  ]),
)

it.each(flags)('%s --%s gives its command a setting', async (_, name, command, flag) => {
  const words = (command.positionals ?? []).map((each) => each.choices?.[0] ?? 'word')
  const isSwitch = flag.value === undefined && flag.choices === undefined
  const text = flag.choices?.[0] ?? texts[name]
  if (!isSwitch && text === undefined) throw new Error(`add an example of --${name} to this table`)
  const line = [...command.path, ...words, ...(isSwitch ? [`--${name}`] : [`--${name}=${text}`])]
  const read = await readCommandLine(program, line, { env: {} } as Io)
  const setting = name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
  expect(read).toMatchObject({ kind: 'run', command })
  const { settings } = (read as { invocation: { settings: Readonly<Record<string, unknown>> } }).invocation
  expect(isSwitch ? settings[setting] === true : settings[setting] !== undefined).toBe(true)
})

it('names no flag in its table that is gone', () => {
  const taken = new Set(flags.filter(([, , , flag]) => flag.choices === undefined).map(([, name]) => name))
  expect(Object.keys(texts).filter((name) => !taken.has(name))).toEqual([])
})

it('the guide names the commands whose flags are in a file of their own', () => {
  const files = readdirSync('cli/svc-emulator', { recursive: true, encoding: 'utf8' })
  const apart = files.flatMap((file) => /^(\w+)\/\1-flags\.ts$/.exec(file)?.[1] ?? [])
  const guide = readFileSync('docs/change-it.md', 'utf8')
  const [, named = ''] = /The flags of ([^.]*?) are in `<command>\/<command>-flags\.ts`/.exec(guide) ?? []
  expect(Array.from(named.matchAll(/`([^`]+)`/g), ([, name]) => name)).toEqual(apart.toSorted())
})
