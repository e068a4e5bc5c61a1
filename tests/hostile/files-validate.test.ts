/**
 * Arguments that are no file, or one without an end: a line is printed soon, and the next file is read all the same.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { endAll, run } from './programs.ts'

let folder: string
const named = (name: string) => join(folder, name)
const socket = createServer()
const LONG = `${'n'.repeat(300)}.yaml`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-odd-'))
  symlinkSync('two.yaml', named('one.yaml'))
  symlinkSync('one.yaml', named('two.yaml'))
  symlinkSync('gone.yaml', named('dangling.yaml'))
  execFileSync('mkfifo', [named('pipe.yaml')])
  mkdirSync(named('folder.yaml'))
  await new Promise<void>((resolve) => socket.listen(named('socket.yaml'), resolve))
  writeFileSync(named('huge.yaml'), '')
  truncateSync(named('huge.yaml'), 300 * 1024 * 1024)
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  writeFileSync(named('deep.yaml'), `scenario: 1\nname: deep\nabout: ${nested(600)}\n`)
  writeFileSync(named('deep.json'), `{"scenario":1,"name":"deep","about":${nested(600)}}`)
  writeFileSync(named('deepest.json'), `{"scenario":1,"name":"deep","about":${nested(500_000)}}`)
  writeFileSync(named('deepest.yaml'), `scenario: 1\nname: deep\nabout: ${nested(100_000)}\n`)
  writeFileSync(
    named('indented.yaml'),
    Array.from({ length: 2_000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''),
  )
  for (const name of ['dense.json', 'dense.yaml']) writeFileSync(named(name), `[${'[],'.repeat(1_000_000)}[]]`)
  writeFileSync(named('dense-block.yaml'), '- []\n'.repeat(600_000))
  writeFileSync(
    named('takes-a-pipe.yaml'),
    'scenario: 1\nname: takes\nabout: Takes a pipe.\nworld: { fixtures: [./pipe.yaml] }\n',
  )
  writeFileSync(named('good.yaml'), 'scenario: 1\nname: good\nabout: Is good.\n')
})
afterEach(endAll)
afterAll(() => {
  socket.close()
  rmSync(folder, { recursive: true })
})

/** Argument, and the text after its name. */
const odd = (): readonly (readonly [name: string, shown: string, what: string])[] => [
  ...[
    ['one.yaml', ' cannot be read: its symbolic links lead in a circle'],
    ['pipe.yaml', ' is a pipe, expected a YAML or JSON file'],
    ['socket.yaml', ' is a socket, expected a YAML or JSON file'],
    ['huge.yaml', ' is larger than 256 MiB'],
    ['deep.yaml', ':3:8 about: nested too deeply, more than 500 levels'],
    ['deep.json', ':1:37 about: nested too deeply, more than 500 levels'],
    ['deepest.json', ':1:37 about: nested too deeply, more than 500 levels'],
    ...['dense.json', 'dense.yaml', 'dense-block.yaml'].map((name) => [
      name,
      ':1:1 holds more than 1,000,000 lists and objects in its first 16 Mi characters',
    ]),
  ].map(([name = '', what = '']) => [named(name), named(name), what] as const),
  ['/dev/zero', '/dev/zero', ' is a device, expected a YAML or JSON file'],
  ['/dev/null', '/dev/null', ' is a device, expected a YAML or JSON file'],
  [LONG, `${LONG.slice(0, 120)}…`, ' cannot be read: the name has 305 characters, which is too long'],
  [
    `./${LONG.slice(5)}/x.yaml`,
    `./${LONG.slice(0, 118)}…`,
    ' cannot be read: the name has 309 characters, which is too long',
  ],
]

// In one run: a command that starts is most of what each would cost.
it('validate says in one line what is wrong with each, and reads the next', async () => {
  const all = odd()
  const result = run('svc-emulator', ['validate', ...all.map(([name]) => name), named('good.yaml')])
  expect(await result.exit).toBe(1)
  expect(result.out).toBe(all.map(([, shown, what]) => `${shown}${what}\n`).join(''))
  expect(result.err).toBe(`svc-emulator: ${all.length} of ${all.length + 1} files are wrong\n`)
})

it.each(['deepest.yaml', 'indented.yaml'])(
  'validate %s says in one line that it is nested too deeply',
  async (name) => {
    const result = run('svc-emulator', ['validate', named(name)])
    expect(await result.exit).toBe(1)
    expect(result.out.replace(named(name), '')).toMatch(
      /^:\d+:\d+ (?:a: )?nested too deeply(?:, more than 500 levels)?\n$/,
    )
  },
)

it('a link to nowhere is a missing file, a folder without files has none, and a fixture is read with the same care', async () => {
  const dangling = run('svc-emulator', ['validate', named('dangling.yaml')])
  const empty = run('svc-emulator', ['validate', named('folder.yaml')])
  const fixture = run('svc-emulator', ['validate', named('takes-a-pipe.yaml')])
  expect(await Promise.all([dangling.exit, empty.exit, fixture.exit])).toEqual([1, 2, 1])
  expect(dangling.out).toMatch(/^there is no file .*dangling\.yaml/)
  expect(empty.err).toBe(`svc-emulator: no scenario, fixture, bundle or facts in ${named('folder.yaml')}\n`)
  expect(fixture.out).toContain('pipe.yaml is a pipe, expected a YAML or JSON file')
})

it('a line of 16 MB is read: the expressions of the engine end their stack at it', async () => {
  writeFileSync(named('long.yaml'), `scenario: 1\nname: long\nabout: ${'x y '.repeat(4_000_000)}\n`)
  const result = run('svc-emulator', ['validate', named('long.yaml')])
  expect([await result.exit, result.err]).toEqual([0, ''])
})

it('a coverage report is read to a bound', async () => {
  const result = run('svc-emulator', ['coverage', named('huge.yaml')])
  expect(await result.exit).toBe(2)
  expect(result.err).toBe(`svc-emulator: ${named('huge.yaml')} is larger than 16 MiB\n`)
})

it('what a shell hands over is read, to a bound', async () => {
  const good = run('svc-emulator', [], {
    through: ([node = '', bin = '']) => [
      'bash',
      '-c',
      'cat "$3" | "$1" "$2" validate /dev/stdin',
      'bash',
      node,
      bin,
      named('good.yaml'),
    ],
  })
  expect(await good.exit, good.out).toBe(0)
  const endless = run('svc-emulator', [], {
    through: ([node = '', bin = '']) => ['bash', '-c', '"$1" "$2" validate /dev/stdin < /dev/zero', 'bash', node, bin],
  })
  expect(await endless.exit).toBe(1)
  expect(endless.out).toBe('/dev/stdin is larger than 256 MiB\n')
})

it.each([
  [['start', '--port', '0', '--state'], 'is a pipe, expected a YAML or JSON file'],
  [['coverage'], 'is a pipe, expected a YAML or JSON file'],
  [['replay'], 'is a pipe, expected a YAML or JSON file'],
])('%j of a pipe does not wait for a writer', async (args, message) => {
  const result = run('svc-emulator', [...args, named('pipe.yaml')])
  expect(await result.exit).toBe(2)
  expect(result.err).toBe(`svc-emulator: ${named('pipe.yaml')} ${message}\n`)
})
