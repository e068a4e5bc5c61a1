import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildProgram } from '../../../tests/helpers/cli/bins.ts'
import { onTerminal } from './spawned.ts'
import { endAll, groupEnd, homeVariables, sendSignal, systemVariables } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-processes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const running = { pid: 42, exitCode: null, signalCode: null }

function told(platform: NodeJS.Platform, program: { exitCode: number | null }, end: typeof endAll = endAll): unknown[] {
  const calls: unknown[] = []
  const record = (...words: unknown[]): unknown => calls.push(words)
  const kill = (signal?: NodeJS.Signals | number): boolean => calls.push(['child.kill', signal]) > 0
  end(Object.assign({ ...running, kill }, program), 'SIGKILL', { platform, kill: record, run: record })
  return calls
}

it('ends a program with what it has started', () => {
  expect(told('linux', running)).toEqual([[-42, 'SIGKILL']])
  expect(told('win32', running)).toEqual([['taskkill', ['/pid', '42', '/t', '/f']]])
})

it('ends nothing on Windows by the number of a program that has ended', () => {
  expect(told('win32', { exitCode: 0 })).toEqual([])
  expect(told('linux', { exitCode: 0 })).toEqual([[-42, 'SIGKILL']])
})

it('sends signals where there are signals', () => {
  expect(told('darwin', running, sendSignal as typeof endAll)).toEqual([['child.kill', 'SIGKILL']])
  expect(told('win32', running, sendSignal as typeof endAll)).toEqual([['taskkill', ['/pid', '42', '/t', '/f']]])
})

it('waits for a group, and kills what does not end', async () => {
  const waited = async (ends: number): Promise<unknown[]> => {
    const calls: unknown[] = []
    const kill = (pid: number, signal: NodeJS.Signals | 0): void => {
      if (calls.push([pid, signal]) > ends) throw new Error('ESRCH')
    }
    await groupEnd(running, 40, { platform: 'linux', kill, run: () => {} })
    return calls
  }
  const look = [-42, 0]
  expect(await waited(1)).toEqual([look, look, [-42, 'SIGKILL']])
  expect(await waited(Infinity)).toEqual([look, look, look, [-42, 'SIGKILL']])
})

it('gives a program its home by the name that the system has for it', () => {
  expect(homeVariables('/h', 'linux')).toEqual({ HOME: '/h' })
  expect(homeVariables('C:\\h', 'win32')).toEqual({ HOME: 'C:\\h', USERPROFILE: 'C:\\h' })
})

it('gives a program no more of the surroundings than it needs to start', () => {
  const env = { PATH: 'p', SystemRoot: 'C:\\Windows', PATHEXT: '.COM;.EXE', SVC_API_KEY: 'secret' }
  expect(systemVariables(env, 'linux')).toEqual({ PATH: 'p' })
  expect(systemVariables(env, 'win32')).toEqual({ PATH: 'p', SystemRoot: 'C:\\Windows', PATHEXT: '.COM;.EXE' })
})

it('says of a terminal that Windows has none', () => {
  expect(onTerminal(['svc', 'login'], 'darwin')).toEqual(['script', '-q', '/dev/null', 'svc', 'login'])
  expect(() => onTerminal(['svc', 'login'], 'win32')).toThrow('needs a pseudo-terminal')
})

/** As Windows would be asked: `COMSPEC` stands for cmd.exe. */
it('starts npm on Windows, where it is a script', async () => {
  const source = join(folder, 'start.ts')
  const module = join(import.meta.dirname, 'processes.ts')
  writeFileSync(
    source,
    `import { startProgram } from ${JSON.stringify(module)}
startProgram('npm', ['run', 'a b'], { stdio: 'inherit' })`,
  )
  writeFileSync(join(folder, 'windows.cjs'), `Object.defineProperty(process, 'platform', { value: 'win32' })`)
  writeFileSync(join(folder, 'npm.cmd'), '')
  writeFileSync(join(folder, 'cmd.exe'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(join(folder, 'cmd.exe'), 0o755)
  const { path, remove } = await buildProgram(source)
  try {
    const env = { PATH: folder, PATHEXT: '.EXE;.CMD', comspec: join(folder, 'cmd.exe') }
    const words = execFileSync(process.execPath, ['--require', join(folder, 'windows.cjs'), path], { env })
    expect(words.toString()).toBe('/d\n/s\n/c\n"npm ^"run^" ^"a^ b^""\n')
  } finally {
    remove()
  }
})
