import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Record<string, unknown>
}

const { jobs } = parse(text) as { jobs: { image: { permissions: object; steps: readonly Step[] } } }
const { steps } = jobs.image

it('is a workflow', () => {
  expect(validateWorkflow(text)).toMatchObject({ errors: [] })
})

it('publishes an image only after one was tried', () => {
  const tried = steps.findIndex(({ run }) => run?.includes('try-image.sh'))
  const pushed = steps.findIndex(({ with: given }) => given?.['push'] === true)
  expect([tried > 0, pushed > tried]).toEqual([true, true])
  expect(jobs.image.permissions).toMatchObject({ packages: 'write' })
})

it('runs scripts that are there and that bash can read', () => {
  const scripts = steps.flatMap(({ run }) => run?.match(/^tools\/\S+/) ?? [])
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(existsSync(join(root, script))).toBe(true)
    execFileSync('bash', ['-n', join(root, script)])
  }
})
