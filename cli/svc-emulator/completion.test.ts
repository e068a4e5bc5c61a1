import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { newHome, run, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { svc } from '../svc/program.ts'
import { svcWorker } from '../svc-worker/program.ts'
import { completionScript, shells } from './completion-script.ts'
import { svcEmulator } from './program.ts'

const programs = { 'svc-emulator': svcEmulator, svc, 'svc-worker': svcWorker }

const home = newHome()
writeCredentials(
  home,
  'version: 1\ndefault: work\nprofiles:\n  work:\n    api_key: k-1\n    api_url: http://127.0.0.1:4010/v1\n',
)

afterEach(() => vi.unstubAllEnvs())

/** Completions at the end of the line. */
async function offers(line: string, shell = 'bash'): Promise<string[]> {
  vi.stubEnv('SHELL', shell)
  const words = line.split(' ')
  const program = programs[words[0] as keyof typeof programs]
  const { exit, stdout, stderr } = await run(program, ['--get-yargs-completions', ...words], home)
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return stdout
    .split('\n')
    .filter((word) => word !== '' && word.startsWith(words.at(-1) ?? ''))
    .toSorted()
}

describe('the words that may follow', () => {
  it.each([
    ['svc-emulator rep', ['replay']],
    ['svc-emulator start --clock vi', ['virtual']],
    ['svc-emulator --wat', ['--watch']],
    ['svc-emulator --clock vi', ['virtual']],
    ['svc-emulator start modified-c', ['modified-cursor']],
    ['svc-emulator replay client/login-p', ['client/login-prompts']],
    ['svc whoami --profile w', ['work']],
    ['svc profile use w', ['work']],
    ['svc whoami --profile=w', ['--profile=work']],
    ['svc-worker start --profile w', ['work']],
    ['svc-emulator replay --repo', ['--reporter']],
    ['svc-emulator completion f', ['fish']],
    ['svc pro', ['profile']],
    ['svc profile u', ['use']],
    ['svc login --api-key-s', ['--api-key-stdin']],
    ['svc-worker start --rep', ['--repin']],
    ['svc profile ', ['ls', 'use']],
    ['svc-emulator start --c', ['--chaos', '--clock', '--control-token', '--cors']],
    ['svc-emulator replay --reporter j', ['json', 'jsonl', 'junit']],
    // Nothing, so that the shell offers files.
    ['svc-emulator validate ./out', []],
    ['svc-emulator start --state out', []],
  ])('completes %j', async (line, expected) => {
    expect(await offers(line)).toEqual(expected)
  })

  it('come with what they are for where the shell shows it', async () => {
    expect(await offers('svc-emulator rep', 'zsh')).toEqual([expect.stringMatching(/^replay:Play the steps/)])
    expect(await offers('svc-worker start --on', 'fish')).toEqual([expect.stringMatching(/^--once\tExit as soon/)])
  })

  it('hold every command and flag of every program', async () => {
    for (const [name, { commands }] of Object.entries(programs)) {
      for (const { path, flags } of commands) {
        const line = `${name} ${path.join(' ')}`
        expect(await offers(line.slice(0, -1))).toContain(path.at(-1))
        expect(await offers(`${line} --`)).toEqual(
          expect.arrayContaining(Object.keys(flags).map((flag) => `--${flag}`)),
        )
      }
    }
  })

  it('are those of the program alone where the stored profiles cannot be read', async () => {
    const broken = newHome()
    writeCredentials(broken, '{')
    vi.stubEnv('SHELL', 'bash')
    expect(await run(svc, ['--get-yargs-completions', 'svc', 'whoami', '--'], broken)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('--api-key\n'),
      stderr: '',
    })
  })
})

const folder = mkdtempSync(join(tmpdir(), 'svc-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A fake command that prints the words and the shell it was asked for. */
mkdirSync(join(folder, 'bin'))
writeFileSync(
  join(folder, 'bin/svc'),
  '#!/bin/sh\n[ "$1" = --get-yargs-completions ] && shift && for word in "$@"; do echo "$word-$SHELL"; done\n',
  { mode: 0o755 },
)
for (const shell of shells) writeFileSync(join(folder, shell), completionScript(shell))

const asked = {
  bash: `source ./bash; COMP_WORDS=(svc whoami --pro rest); COMP_CWORD=2
$(complete -p svc | sed 's/.*-F \\([^ ]*\\) .*/\\1/') svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `words=(svc whoami --pro rest); CURRENT=3; compdef() { :; }; _describe() { print -rl -- "\${(@P)2}"; }
source ./zsh; _svc_completion | grep -e --pro`,
  fish: `source ./fish; complete -C 'svc whoami --pro'`,
}

const bashWords = (...words: string[]) =>
  `source ./bash; COMP_WORDS=(svc-worker ${words.join(' ')}); COMP_CWORD=${words.length}
_svc_completion svc-worker; [[ \${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "\${COMPREPLY[@]}"`

/** Lines that ask for a name after nothing. */
const namesAsked = {
  bash: bashWords('start', "''"),
  zsh: `words=(svc-worker start ''); CURRENT=3; compdef() { :; }; _describe() { print -rl -- "\${(@P)2}"; }
source ./zsh; _svc_completion`,
  fish: `source ./fish; complete -C 'svc-worker start '`,
}

const raw = (touched: string) => [
  'team prod',
  'team:prod',
  `$(touch ${touched})`,
  `\`touch ${touched}\``,
  "it's",
  'work',
]

/** Names as each shell inserts them: bash takes them quoted, the others quote them. */
const offeredNames = {
  bash: (touched: string) => [
    'team\\ prod',
    'team:prod',
    `\\$\\(touch\\ ${touched}\\)`,
    `\\\`touch\\ ${touched}\\\``,
    "it\\'s",
    'work',
  ],
  zsh: raw,
  fish: raw,
}

// bash is always installed; other shells are tested where they are.
describe.each(shells)('the script for %s', (shell) => {
  const isThere = shell === 'bash' || spawnSync(shell, ['--version']).error === undefined
  it.runIf(isThere)('asks the command for the word that is being written', () => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, SHELL: '/bin/other' }
    expect(execFileSync(shell, ['-c', asked[shell]], { cwd: folder, env, encoding: 'utf8' })).toBe(`--pro-${shell}\n`)
  })

  it.runIf(isThere)('takes names for data', () => {
    const touched = join(folder, 'touched')
    const names = ['team prod', 'team:prod', `$(touch ${touched})`, `\`touch ${touched}\``, "it's", 'work']
    writeFileSync(join(folder, 'names'), names.map((name) => `${name}\n`).join(''))
    writeFileSync(join(folder, 'bin/svc-worker'), `#!/bin/sh\ncat ${join(folder, 'names')}\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
    const shown = execFileSync(shell, ['-c', namesAsked[shell]], { cwd: folder, env, encoding: 'utf8' })
    // fish offers files, too.
    expect(shown.trimEnd().split('\n')).toEqual(expect.arrayContaining(offeredNames[shell](touched)))
    expect(existsSync(touched)).toBe(false)
  })

  it('is printed for the three programs', async () => {
    const { exit, stdout, stderr } = await run(svcEmulator, ['completion', shell], newHome())
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toContain('svc-emulator svc svc-worker')
  })
})

it.each([
  ['behind a colon', ['use', 'team', ':', 'p'], ['prod']],
  ['at a colon', ['use', 'team', ':'], ['prod']],
  ['behind an equals sign', ['whoami', '--profile', '=', 'te'], ['team\\ prod', 'team:prod']],
  ['in quotes', ['use', '"\'te"'], ['team prod', 'team:prod']],
])('bash completes %s', (_, words, expected) => {
  const isFlag = words.includes('=')
  const names = ['team prod', 'team:prod', 'other'].map((name) => `${isFlag ? '--profile=' : ''}${name}\n`)
  writeFileSync(join(folder, 'bin/svc-worker'), `#!/bin/sh\nprintf '%s' '${names.join('')}'\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
  const shown = execFileSync('bash', ['-c', bashWords(...words)], { cwd: folder, env, encoding: 'utf8' })
  expect(shown.trimEnd().split('\n')).toEqual(expected)
})

/** Words after `svc` as they are written, and as the command is asked. */
const written = {
  zsh: [
    ["'team prod' wh", 'team prod|wh'],
    ['team\\ prod wh', 'team prod|wh'],
    ['"it\'s" "te', 'it\'s|"te'],
  ],
  fish: [
    ["'team prod' wh", 'team prod|wh'],
    ['team\\ prod wh', 'team prod|wh'],
    ['"it\'s" team\\ p', "it's|team p"],
    ["x 'team p", 'x|team p'],
    ['x "team p', 'x|team p'],
    ['x ', 'x|'],
  ],
} satisfies Record<string, (readonly [string, string])[]>

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  const isThere = spawnSync(shell, ['--version']).error === undefined
  it.runIf(isThere).each(written[shell])('asks without quotes: %s', (line, expected) => {
    const file = join(folder, 'words')
    const prints = `shift 2; printf '%s' "$1" > ${file}; shift; for w in "$@"; do printf '|%s' "$w" >> ${file}; done`
    writeFileSync(join(folder, 'bin/svc'), `#!/bin/sh\n${prints}\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, LINE: `svc ${line}` }
    const script = {
      zsh: `words=("\${(@z)LINE}"); CURRENT=$#words; compdef() { :; }; _describe() { :; }; _default() { :; }
source ./zsh; _svc_completion`,
      fish: 'source ./fish; complete -C $LINE',
    }
    execFileSync(shell, ['-c', script[shell]], { cwd: folder, env, encoding: 'utf8' })
    expect(readFileSync(file, 'utf8')).toBe(expected)
  })
})

it.each([
  [
    ['completion', 'fishh'],
    "svc-emulator: completion takes 'bash', 'zsh' or 'fish'; it was 'fishh', did you mean 'fish'?",
  ],
  [['completion'], 'svc-emulator: <bash|zsh|fish> is missing: svc-emulator completion <bash|zsh|fish>'],
])('%j is a usage error', async (argv, message) => {
  const { exit, stderr } = await run(svcEmulator, argv, newHome())
  expect(exit).toBe(2)
  expect(stderr).toContain(message)
})
