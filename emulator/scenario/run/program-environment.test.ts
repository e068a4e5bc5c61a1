import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programEnvironment } from './program-environment.ts'

describe('the environment of a program', () => {
  it('reaches this machine without a proxy, and keeps what the user has', () => {
    expect(programEnvironment({ PATH: '/bin', HTTP_PROXY: 'http://proxy:1' })).toEqual({
      PATH: '/bin',
      HTTP_PROXY: 'http://proxy:1',
      NO_PROXY: '127.0.0.1,localhost,::1',
      no_proxy: '127.0.0.1,localhost,::1',
    })
    expect(programEnvironment({ NO_PROXY: 'corp.example, localhost' })['no_proxy']).toBe(
      'corp.example, localhost,127.0.0.1,::1',
    )
  })

  it("has no profile of the user's, and what is given beside", () => {
    expect(programEnvironment({ SVC_PROFILE: 'work' }, { SVC_API_URL: 'u' })).not.toHaveProperty('SVC_PROFILE')
    expect(programEnvironment({ SVC_API_URL: 'mine' }, { SVC_API_URL: 'u' })['SVC_API_URL']).toBe('u')
  })

  /** Doors: files that start a program of the user's against an emulator. */
  const doors = [
    'cli/svc-emulator/drift/suite-traffic.ts',
    'cli/svc-emulator/exec/exec-program.ts',
    'emulator/lab/runners/vitest-session.ts',
    'emulator/lab/subjects/program.ts',
    'emulator/lab/subjects/started-tests.ts',
  ]
  /** Files that start other programs, or none of the user's environment. */
  const others = [
    // Another release, which prints its contract and asks no emulator.
    'cli/svc-emulator/against/read-contract.ts',
    'cli/svc-emulator/open-browser.ts',
    // A step has a PATH, and no other variable of the user's.
    'emulator/scenario/run/run-step.ts',
    'emulator/scenario/run/processes.ts',
    'emulator/scenario/run/spawned.ts',
  ]

  it('is that of every program that is started against an emulator', () => {
    const starting = ['cli', 'emulator'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
    )
    const found = starting.filter((file) => {
      const text = readFileSync(file, 'utf8')
      return (
        /\b(?:runProgram|startProgram|spawn)\b\s*[(,)]/.test(text) &&
        /node:child_process|\/(?:spawned|processes)\.ts'/.test(text)
      )
    })
    expect(found.toSorted()).toEqual([...doors, ...others].toSorted())
    // One function starts programs of users, so that none outlives its command. The others start a browser, and git.
    expect(starting.filter((file) => /^import \{.*node:child_process'/m.test(readFileSync(file, 'utf8')))).toEqual([
      'cli/svc-emulator/open-browser.ts',
      'emulator/lab/subjects/digest-files.ts',
      'emulator/scenario/run/processes.ts',
    ])
    for (const file of doors) expect(readFileSync(file, 'utf8')).toMatch(/\bprogramEnvironment\(/)
  })
})
