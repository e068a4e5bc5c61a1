import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startsProcesses } from '../../../tests/helpers/limits.ts'
import { svc } from '../../svc/program.ts'
import { svcEmulator } from '../../svc-emulator/program.ts'
import { svcWorker } from '../../svc-worker/program.ts'
import { completionScript } from './completion.ts'
import { shells, type Shell } from './shells.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  for (const shell of shells) writeFileSync(join(folder, shell), completionScript(shell, [svcEmulator, svc, svcWorker]))
  writeFileSync(join(folder, 'outage.yaml'), '')
  // What the scripts ask when the key is pressed, as the commands print it.
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin/svc-emulator'),
    "#!/bin/sh\nprintf '%s\\n' 'client/login    scenario  Logs in.' 'deleted-cursor  scenario  A scenario of a cursor.' 'large  fixture   Large.'\n",
    { mode: 0o755 },
  )
  writeFileSync(
    join(folder, 'bin/svc'),
    "#!/bin/sh\nprintf '%s\\n' '* work (http://127.0.0.1:4010/v1)' '  ci (http://h/v1) [realtime: ws://h/r]'\n",
    { mode: 0o755 },
  )
})

const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }

const bash = `source ./bash
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
$(complete -p "$1" | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
printf '%s\\n' "\${COMPREPLY[@]}"`

// A terminal of its own, in which the key is really pressed: what the line became is shown between marks.
const zsh = `zmodload zsh/zpty
zpty line zsh -f -i
zpty -w line "PROMPT=; autoload -Uz compinit && compinit -u -D; source ./zsh; shown() { print -r -- \\"<<\\$BUFFER>>\\" }; zle -N shown; bindkey '^X^P' shown; print READY"
local out chunk
for i in {1..100}; do zpty -r -t line chunk && out+=$chunk; [[ $out == *READY$'\\r'* ]] && break; sleep 0.1; done
zpty -w -n line "$*"$'\\t'$'\\x18\\x10'
out=
for i in {1..50}; do zpty -r -t line chunk && out+=$chunk; [[ $out == *'>>'* ]] && break; sleep 0.1; done
print -r -- "$out"`

const offers: { readonly [S in Shell]: (line: string) => string[] } = {
  bash: (line) =>
    lines(execFileSync('bash', ['-c', bash, 'bash', ...line.split(' ')], { cwd: folder, env, encoding: 'utf8' })),
  fish: (line) =>
    lines(
      execFileSync('fish', ['-c', `source ./fish; complete -C '${line}'`], { cwd: folder, env, encoding: 'utf8' }),
    ).map((text) => text.split('\t')[0] ?? ''),
  zsh: (line) => [
    /<<(.*?) ?>>/
      .exec(
        execFileSync('zsh', ['-f', '-c', zsh, 'zsh', line], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 }),
      )?.[1]
      ?.split(' ')
      .at(-1) ?? '',
  ],
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
}

const complete = [
  ['svc-emulator rep', ['replay']],
  ['svc-emulator start --clock vi', ['virtual']],
  ['svc-emulator --wat', ['--watch']],
  ['svc-emulator validate out', ['outage.yaml']],
  ['svc-emulator start del', ['deleted-cursor']],
  ['svc-emulator replay client/', ['client/login']],
  ['svc whoami --profile w', ['work']],
  ['svc profile use c', ['ci']],
  ['svc-worker start --profile w', ['work']],
  ['svc-emulator start --state out', ['outage.yaml']],
  ['svc-emulator replay --repo', ['--reporter']],
  ['svc-emulator completion f', ['fish']],
  ['svc pro', ['profile']],
  ['svc profile u', ['use']],
  ['svc login --api-key-s', ['--api-key-stdin']],
  ['svc-worker start --rep', ['--repin']],
] as const

const several = [
  ['svc profile ', ['ls', 'use']],
  ['svc-emulator start --c', ['--clock', '--control-token', '--cors']],
  ['svc-emulator replay --reporter j', ['json', 'junit']],
] as const

for (const shell of shells) {
  // bash is everywhere; the others are tried where they are installed.
  describe.skipIf(shell !== 'bash' && spawnSync(shell, ['--version']).error !== undefined)(
    shell,
    startsProcesses,
    () => {
      it.each(complete)('completes %s', (line, expected) => {
        expect(offers[shell](line)).toEqual(expected)
      })

      it.skipIf(shell === 'zsh').each(several)('offers what %s may become', (line, expected) => {
        expect(offers[shell](line)).toEqual(expected)
      })
    },
  )
}

it('knows every command and flag of every program', () => {
  for (const program of [svcEmulator, svc, svcWorker]) {
    for (const { path, flags } of program.commands) {
      for (const shell of shells) {
        const script = completionScript(shell, [program])
        for (const word of [...path, ...Object.keys(flags)]) expect(script).toContain(word)
      }
    }
  }
})
