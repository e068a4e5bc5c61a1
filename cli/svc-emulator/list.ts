import { command } from '../shared/command.ts'

/** `svc-emulator list`: lists shipped scenarios and fixtures. */
export const list = command({
  path: ['list'],
  about: 'List the shipped scenarios and fixtures, one line each.',
  flags: {
    json: { about: 'Print one JSON document' },
  },
  examples: [
    ['svc-emulator list', 'Name, kind and subject of each'],
    ['svc-emulator list | awk \'$2 == "fixture" { print $1 }\'', 'Only the names of fixtures'],
  ],
  async run() {
    const { shipped } = await import('./shipped.ts')
    const { scenarios, fixtures } = await shipped()
    const rows = [
      ...scenarios.map((each) => [
        each.name,
        'scenario',
        each.needs.length === 0 ? each.about : `${each.about} Needs an emulator (${each.needs.join(', ')}).`,
      ]),
      ...fixtures.map((each) => [each.name, 'fixture', each.about]),
    ]
    const widest = Math.max(...rows.map(([name = '']) => name.length))
    return {
      lines: rows.map(([name = '', kind = '', about = '']) => `${name.padEnd(widest)}  ${kind.padEnd(8)}  ${about}`),
      payload: { scenarios, fixtures },
    }
  },
})
