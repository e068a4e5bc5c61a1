import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compareVersions, VERSION } from './version.ts'

it('is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(VERSION).toBe(version)
})

it('is compared number by number', () => {
  const sorted = ['0.9.0', '1.0.0', '1.0.2', '1.2.0', '1.10.0', '2.0.0']
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted)
  expect(compareVersions('1.2.0-beta.1', '1.2.0')).toBe(0)
})
