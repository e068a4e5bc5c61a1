import { expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { tools } from '../../cli/svc-emulator/mcp/tools.ts'
import { controlApi } from '../../emulator/host/control-api/control-api.ts'
import { faultSchemas } from '../../emulator/engine/faults/registry.ts'
import { emulatorOptions } from '../../emulator/host/emulator-options.ts'
import { settingsSchema } from '../../emulator/engine/world/settings.ts'
import { tableNames } from '../../emulator/engine/world/arrange.ts'
import { listMembers } from './reference/options.ts'
import { referencePages } from './reference.ts'

const pages = await Promise.all(Object.values(referencePages).map((text) => text()))
const page = pages.join('\n')

it('names every flag, option, setting, fault and call', () => {
  for (const { path, flags } of svcEmulator.commands) {
    expect(page).toContain(`### svc-emulator ${path.join(' ')}\n`)
    for (const name of Object.keys(flags)) expect(page).toContain(`--${name}`)
  }
  for (const name of [...Object.keys(emulatorOptions), ...Object.keys(settingsSchema.entries)])
    expect(page).toContain(`| \`${name}\` |`)
  for (const schema of faultSchemas)
    for (const name of Object.keys((schema as unknown as { entries: object }).entries))
      expect(page).toContain(`| \`${name}\` |`)
  for (const { name } of tools) expect(page).toContain(`### \`${name}\`\n`)
  for (const { method, path } of controlApi) expect(page).toContain(`\`${method} /__emulator${path}\``)
})

it('leaves no text between angles to be taken for a tag', () => {
  const prose = page.replaceAll(/`[^`]*`/g, '').replaceAll(/<!--.*?-->/g, '')
  expect(prose.match(/<[a-z/].*/gi)).toBeNull()
})

it('skips no level of headings', () => {
  const levels = [...page.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length)
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
})

it('names every table, its fields and what they refer to', () => {
  for (const name of tableNames) expect(page).toContain(`### \`${name}\`\n`)
  expect(page).toContain('| `org_id` | string | of `orgs`, by `org` |')
  expect(page).toContain('| `role` | `"read"`, `"write"`, `"admin"` |')
})

it('reads members as the compiler does', () => {
  expect(listMembers('engine/journal/journal-options.ts', 'JournalOptions').map(([name]) => name)).toEqual([
    '`size`',
    '`bytes`',
  ])
  expect(() => listMembers('engine/journal/journal.ts', 'NoOptions')).toThrow('has no interface NoOptions')
})
