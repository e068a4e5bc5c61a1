import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, '.github/workflows/site.yml'), 'utf8')

interface Job {
  readonly permissions: Readonly<Record<string, string>>
  readonly steps: readonly { run?: string; uses?: string; with?: Record<string, unknown> }[]
}

const { jobs } = parse(text) as { jobs: { build: Job; publish: Job } }

it('is a workflow, of actions that cannot change', () => {
  expect(validateWorkflow(text)).toMatchObject({ errors: [] })
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([])
})

it('refuses placeholders before it builds, and publishes what was checked', () => {
  const commands = jobs.build.steps.flatMap(({ run, with: given }) => run ?? given?.['path'] ?? [])
  expect(commands).toEqual(['npm ci', 'npm run release -- --facts', 'npm run site', 'tools/site/dist'])
})

it('holds the right to publish only where it publishes', () => {
  expect(jobs.build.permissions).toEqual({ contents: 'read' })
  expect(jobs.publish.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
})
